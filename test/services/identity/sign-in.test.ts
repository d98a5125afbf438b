import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disableLogin, enableLogin, resetPassword } from '#services/identity/login-changes'
import { createLogin } from '#services/identity/logins'
import { Parameters } from '#services/identity/oauth/parameters'
import { staffNextOf } from '#services/identity/sign-in/next-page'
import { hashPassword, verifyPassword } from '#services/identity/sign-in/password'
import { databaseSessions } from '#services/identity/sign-in/sessions'
import { MAX_PER_ADDRESS, MAX_PER_LOGIN, signInThrottle } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, PASSWORD, registerLogin } from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
const TIMES = { absolute: 3_600_000, idle: 3_600_000 }
const CLIENT = { address: '127.0.0.1', userAgent: undefined }
const skew = { ms: 0 }
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date(Date.now() + skew.ms) } })
  admin = await server.tenant()
})
afterAll(() => server.close())

describe('signing in', () => {
  test('sets an opaque cookie that no script can read, and stores only its hash', async () => {
    const browser = new Browser(server)
    const answer = await browser.signIn(await registerLogin(server, admin.tenant))
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console'])
    const cookie = answer.cookies.find(({ name }) => name === 'guildhall-session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 43_200 })
    const kept = await server.database.system.loginSession.findMany({ select: { tokenHash: true } })
    expect(kept.map(({ tokenHash }) => tokenHash)).not.toContain(cookie?.value)
    expect((await browser.open('/account')).body).toContain('Your account')
  })

  test('sets cookies that are Secure and bound to the host if the public URL is https', async () => {
    const secure = await buildTestApp({ url: server.url, config: { publicUrl: 'https://guild.example' } })
    const answer = await new Browser(secure).signIn(await registerLogin(server, admin.tenant))
    expect(answer.cookies.find(({ name }) => name === '__Host-guildhall-session')).toMatchObject({
      secure: true,
      path: '/',
    })
    await secure.close()
  })

  test.each([
    ['trusted', '127.0.0.1', true],
    ['other', '192.0.2.1', false],
  ])('behind TLS of a %s proxy the cookies are Secure: %s %s', async (_which, trustProxy, isSecure) => {
    const proxied = await buildTestApp({ url: server.url, config: { trustProxy } })
    const answer = await proxied.app.inject({ url: '/sign-in', headers: { 'x-forwarded-proto': 'https' } })
    const [cookie] = answer.cookies
    expect([cookie?.name.startsWith('__Host-'), cookie?.secure ?? false]).toEqual([isSecure, isSecure])
    await proxied.close()
  })

  test('fails in the same way for an unknown address, a wrong password and a disabled login', async () => {
    const email = await registerLogin(server, admin.tenant)
    const disabled = await registerLogin(server, admin.tenant)
    await server.database.system.login.updateMany({ where: { email: disabled }, data: { disabledAt: new Date() } })
    const tries = [
      [email, 'wrong password here'],
      ['nobody@staff.example', PASSWORD],
      [disabled, PASSWORD],
    ] as const
    const bodies = []
    for (const [who, password] of tries) {
      const browser = new Browser(server)
      const answer = await browser.signIn(who, password)
      expect(answer.statusCode).toBe(422)
      expect(answer.cookies.some(({ name }) => name.includes('session'))).toBe(false)
      bodies.push(answer.body.replaceAll(who, 'X').replace(/value="[\w-]{43}"/, ''))
    }
    expect(new Set(bodies).size).toBe(1)
  })

  test.each([255, 2700, 16_000])('returns 422 for an address of %i characters', async (length) => {
    const browser = new Browser(server)
    const answer = await browser.signIn(`${'x'.repeat(length - 14)}@staff.example`)
    expect(answer.statusCode).toBe(422)
  })

  test('rejects a form that was not created for this browser', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = new Browser(server)
    await browser.open('/sign-in')
    const forged = await browser.submit('/sign-in', { email, password: PASSWORD, form: 'x'.repeat(43) })
    expect([forged.statusCode, forged.cookies.length]).toEqual([403, 0])
    const bare = await server.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email, password: PASSWORD }).toString(),
    })
    expect(bare.statusCode).toBe(403)
  })

  const landsAt = async (next: string) => {
    const browser = new Browser(server)
    await browser.open(`/sign-in?${new URLSearchParams({ next })}`)
    const email = await registerLogin(server, admin.tenant)
    return (await browser.submit('/sign-in', { email, password: PASSWORD, next })).headers.location
  }

  test.each([
    ...['https://evil.example', '//evil.example', '/oauth2/authorize', '/api/contacts', '/oauth2/authorize?\nx'],
    ...['/consoles', '/account@evil.example', '/account/../api/me', '/account/%2e%2e/api', '/\\evil.example/account'],
    ...['/console\\..\\..\\x', 'http://localhost.evil.example/account', 'javascript:alert(1)', '/Account//../x'],
  ])('never leads on to %s', async (next) => expect(await landsAt(next)).toBe('/console'))

  test.each(['/account', '/account/sessions?x=1', '/console', '/console/harbor/jobs?State=failed&Skip=50'])(
    'leads on to the page %s of staff',
    async (next) => expect(await landsAt(next)).toBe(next),
  )

  test('leads on to no other origin, whatever the address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (end) => {
        for (const start of ['', '/', '//', '/account', '/console', '/console/', '\\']) {
          const found = staffNextOf(new Parameters({ next: `${start}${end}`.replaceAll('\0', '').toWellFormed() }))
          if (found === undefined) continue
          const { origin, pathname } = new URL(found, 'https://guild.example')
          expect(origin).toBe('https://guild.example')
          expect(pathname).toMatch(/^\/(account|console|oauth2\/authorize)(\/|$)/i)
        }
      }),
    )
  })
})

describe('sessions', () => {
  test('end at sign-out, after their lifetime, and when the login is disabled', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = new Browser(server)
    const isIn = async () => (await browser.open('/account')).statusCode === 200
    await browser.signIn(email)
    const stolen = browser.cookies
    await browser.open('/account')
    expect((await browser.submit('/sign-out', {})).headers.location).toBe('/sign-in')
    expect((await server.app.inject({ url: '/account', headers: { cookie: stolen } })).statusCode).toBe(303)

    await browser.signIn(email)
    expect(await isIn()).toBe(true)
    skew.ms = 12 * 3_600_000 + 1000
    expect(await isIn()).toBe(false)
    skew.ms = 0
    await server.database.system.login.updateMany({ where: { email }, data: { disabledAt: new Date() } })
    expect(await isIn()).toBe(false)
  })
})

describe('the throttle', () => {
  test('allows a fixed number of guesses at any speed, equally for known and unknown logins', async () => {
    for (const email of [await registerLogin(server, admin.tenant), 'ghost@staff.example']) {
      const browser = new Browser(server)
      await browser.open('/sign-in')
      const answers = await Promise.all(
        Array.from({ length: MAX_PER_LOGIN + 4 }, () =>
          browser.submit('/sign-in', { email, password: 'a wrong password' }),
        ),
      )
      expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(MAX_PER_LOGIN)
      const refused = answers.filter(({ statusCode }) => statusCode === 429)
      expect(refused).toHaveLength(4)
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(800)
      await browser.open('/sign-in')
      expect((await browser.submit('/sign-in', { email, password: PASSWORD })).statusCode).toBe(429)
      skew.ms += 16 * 60_000
    }
    skew.ms = 0
  })

  test('counts a /64 of IPv6 as one address, and does not count successes', async () => {
    const throttle = signInThrottle(server.database)
    const now = new Date()
    const by = (subject: string, address: string) => ({ subject, address, browser: undefined })
    for (let n = 0; n < MAX_PER_ADDRESS; n++) {
      expect(await throttle.begin(by(`n${n}@x.example`, `2001:db8:0:1::${n}`), now)).toBe(0)
    }
    expect(await throttle.begin(by('last@x.example', '2001:db8:0:1:ffff::1'), now)).toBeGreaterThan(0)
    expect(await throttle.begin(by('last@x.example', '2001:db8:0:2::1'), now)).toBe(0)
    await throttle.succeeded(by('n1@x.example', '2001:db8:0:1::1'))
    await throttle.succeeded(by('n2@x.example', '2001:db8:0:1::1'))
    expect(await throttle.begin(by('last@x.example', '2001:db8:0:1::2'), now)).toBe(0)
  })
})

describe('a login that is changed on the command line', () => {
  test('cannot sign in while it is disabled, and keeps no session', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = new Browser(server)
    await browser.signIn(email)
    await disableLogin(server.database, email, new Date())
    expect((await browser.signIn(email)).statusCode).toBe(422)
    await enableLogin(server.database, ` ${email.toUpperCase()}`, new Date())
    expect((await browser.open('/account')).statusCode).toBe(303)
    expect((await browser.signIn(email)).statusCode).toBe(303)
  })

  test('signs in with its new password only, also after too many attempts', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = new Browser(server)
    await browser.signIn(email)
    const other = new Browser(server)
    for (let attempt = 0; attempt <= MAX_PER_LOGIN; attempt++) await other.signIn(email, 'a wrong password')
    await resetPassword(server.database, email, 'a new and long password', new Date())
    expect((await browser.open('/account')).statusCode).toBe(303)
    expect((await other.signIn(email)).statusCode).toBe(422)
    expect((await other.signIn(email, 'a new and long password')).statusCode).toBe(303)
  })

  test('gets no session for a password that was reset while it was checked', async () => {
    const email = await registerLogin(server, admin.tenant)
    const { system } = server.database
    const before = await system.login.findFirstOrThrow({ where: { email } })
    await resetPassword(server.database, email, 'a new and long password', new Date())
    expect(await databaseSessions(server.database, TIMES).start(before, CLIENT, new Date())).toBeUndefined()
  })

  test('must exist', async () => {
    for (const email of ['nobody@staff.example', `${'x'.repeat(9000)}@staff.example`])
      await expect(disableLogin(server.database, email, new Date())).rejects.toMatchObject({ status: 400 })
  })
})

describe('passwords', () => {
  test('are stored as argon2id with 19 MiB, two passes, one lane', async () => {
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(PASSWORD, hash)).toBe(true)
    expect(await verifyPassword('another password', hash)).toBe(false)
    expect(await verifyPassword('a password that no login has', undefined)).toBe(false)
  })
})

describe('logins', () => {
  const wanted = () => ({
    tenantKey: admin.tenant.key,
    email: ' Grace@Staff.Example ',
    displayName: 'Grace',
    password: PASSWORD,
    role: 'Staff',
  })

  test('are one per person, with access to several tenants', async () => {
    const first = await createLogin(server.database, wanted())
    expect([first.isNew, first.login.email]).toEqual([true, 'grace@staff.example'])
    const other = await server.tenant()
    const second = await createLogin(server.database, {
      ...wanted(),
      tenantKey: other.tenant.key,
      password: 'quite another password',
    })
    expect([second.isNew, second.login.id, second.login.passwordHash]).toEqual([
      false,
      first.login.id,
      first.login.passwordHash,
    ])
    await expect(createLogin(server.database, wanted())).rejects.toMatchObject({ status: 409 })
  })

  test.each([
    ['an unknown tenant', { tenantKey: 'nowhere' }, '/tenantKey'],
    ['an unknown role', { role: 'King' }, '/role'],
    ['an unknown contact', { contactId: 2147480000 }, '/contactId'],
    ['a bad address', { email: 'grace' }, '/email'],
    ['a short password', { password: 'short' }, '/password'],
    ['a name of spaces', { displayName: ' ' }, '/displayName'],
  ])('are rejected with %s', async (_what, change, pointer) => {
    const attempt = createLogin(server.database, { ...wanted(), email: 'new@staff.example', ...change })
    await expect(attempt).rejects.toMatchObject({ status: 400, errors: [{ pointer }] })
  })
})
