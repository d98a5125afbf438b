import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'
import { resetFactorsOf, resetPassword } from '#services/identity/login-changes'
import { useRecoveryCode } from '#services/identity/second-factor/recovery-codes'
import { confirmTotp, useTotp } from '#services/identity/second-factor/totp'
import { MAX_PER_LOGIN } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import { Browser, PASSWORD, registerLogin } from '#test/support/identity/oauth'
import { loginChanges } from '#test/support/people/login-mails'

let server: TestApp
let admin: TestCaller
const skew = { ms: 0 }
const now = () => new Date(Date.now() + skew.ms)
beforeAll(async () => {
  server = await buildTestApp({ clock: { now } })
  admin = await server.tenant()
})
afterEach(async () => {
  skew.ms = 0
  await forgetAddresses(server)
})
afterAll(() => server.close())

const PAGE = '/account/second-factor'
const STEP = '/sign-in/second-factor'
const act = async (browser: Browser, action: string, fields: Record<string, string> = {}) => {
  await browser.open(PAGE)
  const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
  return browser.submit(PAGE, { form, action, current: PASSWORD, ...fields })
}
const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: now().getTime() })
const idOf = async (email: string) => (await server.database.system.login.findFirstOrThrow({ where: { email } })).id

/** A login with an authenticator app. */
const withApp = async () => {
  const email = await registerLogin(server, admin.tenant)
  const browser = new Browser(server)
  await browser.signIn(email)
  const setUp = await act(browser, 'begin-app')
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(setUp.body)?.[1] ?? '').replaceAll(' ', '')
  const form = /name="form" value="([^"]+)"/.exec(setUp.body)?.[1] ?? ''
  const confirmed = await browser.submit(PAGE, { form, action: 'confirm-app', code: codeOf(secret) })
  const codes = [...confirmed.body.matchAll(/<code>([0-9a-z-]+)<\/code>/g)].map(([, code = '']) => code)
  return { email, id: await idOf(email), browser, secret, codes, setUp: setUp.body }
}
const enterCode = async (browser: Browser, code: string) => {
  await browser.open(STEP)
  return browser.submit(STEP, { code })
}

describe('an authenticator app', () => {
  test('is set up with a QR code and its first code, and then asked for at sign-in', async () => {
    const { email, secret, codes, setUp, id } = await withApp()
    expect(setUp).toContain('<svg')
    expect([secret.length, codes.length]).toEqual([32, 10])
    const browser = new Browser(server)
    const first = await browser.signIn(email)
    expect([first.statusCode, first.headers.location]).toEqual([303, STEP])
    expect((await browser.open('/account')).statusCode).toBe(303)
    expect((await enterCode(browser, '000000')).statusCode).toBe(422)
    skew.ms = 60_000
    const done = await enterCode(browser, codeOf(secret).replace(/^(...)/, '$1 '))
    expect([done.statusCode, done.headers.location]).toEqual([303, '/console'])
    expect((await browser.open('/account')).statusCode).toBe(200)
    const stored = await server.database.system.loginTotp.findFirstOrThrow({ where: { loginId: id } })
    expect(stored.secretSealed).not.toContain(secret)
    const [notice] = await loginChanges(server, email)
    expect(notice?.subject).toBe('An authenticator app was added to your login')
  })

  test('returns to the page that was asked for', async () => {
    const { email, codes } = await withApp()
    const browser = new Browser(server)
    await browser.open('/sign-in?next=%2Faccount%2Fsessions')
    await browser.submit('/sign-in', { email, password: PASSWORD })
    expect((await enterCode(browser, codes[0] ?? '')).headers.location).toBe('/account/sessions')
  })

  test('returns to that page also if the first sign-in has expired', async () => {
    const { email } = await withApp()
    const browser = new Browser(server)
    const next = `/console/${admin.tenant.key}/mails`
    await browser.open(`/sign-in?${new URLSearchParams({ next })}`)
    const step = await browser.submit('/sign-in', { email, password: PASSWORD })
    await browser.open(String(step.headers.location))
    skew.ms = 601_000
    const late = await browser.submit(STEP, { code: '000000' })
    expect(late.headers.location).toBe(`/sign-in?${new URLSearchParams({ next })}`)
    const again = await browser.open(String(late.headers.location))
    expect(again.body).toContain('The sign-in has expired.')
    expect(again.body).toContain(`name="next" value="${next}"`)
  })

  test('accepts each code once, however many requests send it', async () => {
    const { id, secret } = await withApp()
    const { system } = server.database
    for (let round = 1; round <= 3; round++) {
      skew.ms = round * 90_000
      const used = { loginId: id, code: codeOf(secret) }
      const sealed = sealer(Buffer.alloc(32, 7))
      const results = await Promise.all(Array.from({ length: 4 }, () => useTotp(system, sealed, used, now())))
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await useTotp(system, sealed, used, now())).toBe(false)
    }
  })

  test('ends the other sessions, and requires the password to be added and removed', async () => {
    const email = await registerLogin(server, admin.tenant)
    const here = new Browser(server)
    const there = new Browser(server)
    await here.signIn(email)
    await there.signIn(email)
    const wrong = await act(here, 'begin-app', { current: 'not the password' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.body, 'the form stays open').toMatch(/<details open><summary[^>]*>Set up an app/)
    const setUp = await act(here, 'begin-app')
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(setUp.body)?.[1] ?? '').replaceAll(' ', '')
    const form = /name="form" value="([^"]+)"/.exec(setUp.body)?.[1] ?? ''
    expect((await here.submit(PAGE, { form, action: 'confirm-app', code: '123' })).statusCode).toBe(422)
    expect((await here.submit(PAGE, { form, action: 'confirm-app', code: codeOf(secret) })).statusCode).toBe(200)
    expect([(await here.open('/account')).statusCode, (await there.open('/account')).statusCode]).toEqual([200, 303])
    expect((await act(here, 'remove-app', { current: 'not the password' })).statusCode).toBe(422)
    expect((await act(here, 'remove-app')).statusCode).toBe(303)
    expect((await new Browser(server).signIn(email)).headers.location).toBe('/console')
    expect(await server.database.system.loginRecoveryCode.count({ where: { loginId: await idOf(email) } })).toBe(0)
  })

  test('limits guesses, and lets the owner in by a browser that is known', async () => {
    const { email, codes, browser: own } = await withApp()
    await own.open('/account')
    await own.submit('/sign-out', {})
    const guesser = new Browser(server)
    await guesser.signIn(email)
    for (let n = 0; n < MAX_PER_LOGIN; n++) expect((await enterCode(guesser, '000000')).statusCode).toBe(422)
    expect((await enterCode(guesser, codes[0] ?? '')).statusCode).toBe(429)
    const phone = new Browser(server, '203.0.113.77')
    await phone.signIn(email)
    expect((await enterCode(phone, codes[1] ?? '')).statusCode).toBe(303)
    await own.signIn(email)
    expect((await enterCode(own, codes[0] ?? '')).statusCode).toBe(303)
  })
})

describe('an authenticator app that is replaced', () => {
  const secretOn = (page: string) => (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? '').replaceAll(' ', '')
  const confirm = (browser: Browser, code: string) => browser.submit(PAGE, { action: 'confirm-app', code })

  test('works until the first code of the new one, which then takes its place', async () => {
    const { email, id, browser, secret, codes } = await withApp()
    const begun = await act(browser, 'replace-app', { code: codes[0] ?? '' })
    expect([begun.statusCode, begun.body.includes('The current app works until')]).toEqual([200, true])
    const next = secretOn(begun.body)
    expect([next.length, next === secret]).toEqual([32, false])
    const pending = await server.database.system.loginTotp.findFirstOrThrow({ where: { loginId: id } })
    expect(JSON.stringify(pending, ['pendingSealed'])).not.toContain(next)
    skew.ms = 60_000
    const old = new Browser(server)
    await old.signIn(email)
    expect((await enterCode(old, codeOf(next))).statusCode).toBe(422)
    expect((await enterCode(old, codeOf(secret))).statusCode).toBe(303)
    browser.page = begun.body
    expect((await confirm(browser, '000000')).body).toContain('Replace the authenticator app')
    const confirmed = await confirm(browser, codeOf(next))
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, PAGE])
    expect((await browser.open(PAGE)).body).toContain('The app was replaced.')
    expect((await old.open('/account')).statusCode, 'other sessions end').toBe(303)
    skew.ms = 150_000
    const later = new Browser(server)
    await later.signIn(email)
    expect((await enterCode(later, codeOf(secret))).statusCode).toBe(422)
    expect((await enterCode(later, codeOf(next))).statusCode).toBe(303)
    const subjects = (await loginChanges(server, email)).map(({ subject }) => subject)
    expect(subjects).toContain('The authenticator app of your login was replaced')
    expect(subjects).toContain('A recovery code was used to replace your authenticator app')
  })

  test('requires the password and a code, and accepts the first code of the new one once', async () => {
    const { id, browser, codes } = await withApp()
    const wrong = await act(browser, 'replace-app', { current: 'not the password', code: codes[0] ?? '' })
    expect([wrong.statusCode, wrong.body.includes('The password is wrong.')]).toEqual([422, true])
    for (const code of ['', '000000', 'h7k2-9mnq-4xwz-b3tc']) {
      const refused = await act(browser, 'replace-app', { code })
      expect([refused.statusCode, refused.body.includes('The code is wrong, or was used before.')]).toEqual([422, true])
    }
    // The wrong password has not used up the code.
    const loginId = id
    const code = codeOf(secretOn((await act(browser, 'replace-app', { code: codes[0] ?? '' })).body))
    const { system } = server.database
    const sealed = sealer(Buffer.alloc(32, 7))
    const results = await Promise.all(
      Array.from({ length: 4 }, () => confirmTotp(system, sealed, { loginId, code }, now())),
    )
    expect(results.filter((change) => change === 'replaced')).toHaveLength(1)
    expect(await useTotp(system, sealed, { loginId, code }, now())).toBe(false)
  })
})

describe('the page that sets up an app, loaded again', () => {
  const secretOn = (page: string) => /<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]

  test('shows the same secret for ten minutes, also of a replacement', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = new Browser(server)
    await browser.signIn(email)
    const first = secretOn((await act(browser, 'begin-app')).body)
    expect(first).toBeDefined()
    expect(secretOn((await act(browser, 'begin-app')).body)).toBe(first)
    skew.ms = 601_000
    expect(secretOn((await act(browser, 'begin-app')).body)).not.toBe(first)
    skew.ms = 0
    const { browser: other, codes } = await withApp()
    const code = codes[0] ?? ''
    const replacing = secretOn((await act(other, 'replace-app', { code })).body)
    expect(secretOn((await act(other, 'replace-app', { code })).body)).toBe(replacing)
    skew.ms = 601_000
    expect((await act(other, 'replace-app', { code })).statusCode, 'the code is used up').toBe(422)
  })
})

describe('recovery codes', () => {
  test('work once each, are stored as hashes, and their use is notified', async () => {
    const { email, id, codes } = await withApp()
    const stored = JSON.stringify(await server.database.system.loginRecoveryCode.findMany({ where: { loginId: id } }))
    expect(codes.some((code) => stored.includes(code) || stored.includes(code.replaceAll('-', '')))).toBe(false)
    const browser = new Browser(server)
    await browser.signIn(email)
    expect((await enterCode(browser, ` ${codes[3]?.toUpperCase()} `)).statusCode).toBe(303)
    const again = new Browser(server)
    await again.signIn(email)
    expect((await enterCode(again, codes[3] ?? '')).statusCode).toBe(422)
    expect((await loginChanges(server, email))[0]?.subject).toBe('A recovery code was used to sign in')
    const { system } = server.database
    const results = await Promise.all(
      Array.from({ length: 4 }, () => useRecoveryCode(system, id, codes[5] ?? '', now())),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('are replaced by new ones', async () => {
    const { email, codes, browser } = await withApp()
    const renewed = await act(browser, 'codes')
    expect(renewed.body.match(/<code>/g)).toHaveLength(10)
    const other = new Browser(server)
    await other.signIn(email)
    expect((await enterCode(other, codes[0] ?? '')).statusCode).toBe(422)
  })
})

describe('a sign-in that waits for the second factor', () => {
  test('ends after ten minutes, with a new password, and after it was completed', async () => {
    const { email, codes } = await withApp()
    const browser = new Browser(server)
    await browser.signIn(email)
    skew.ms = 601_000
    expect((await browser.open(STEP)).headers.location).toBe('/sign-in')
    skew.ms = 0
    await browser.signIn(email)
    await browser.open(STEP)
    await resetPassword(server.database, email, 'seven green lanterns', now())
    expect((await browser.submit(STEP, { code: codes[0] ?? '' })).headers.location).toBe('/sign-in')
    expect((await browser.open('/account')).statusCode).toBe(303)
  })

  test('refuses a form of another browser', async () => {
    const { email, codes } = await withApp()
    const browser = new Browser(server)
    await browser.signIn(email)
    await browser.open(STEP)
    expect((await browser.submit(STEP, { code: codes[0] ?? '', form: 'x'.repeat(43) })).statusCode).toBe(403)
  })
})

describe('a second factor that is lost', () => {
  test('is reset, which lets the person sign in with the password, and notifies it', async () => {
    const { email, id } = await withApp()
    const platform = await server.caller(admin.tenant, ['admin', 'platform'])
    const seatOf = async () => {
      const seats = (await admin.get('/api/seats')).json() as { LoginId: number; HasSecondFactor: boolean }[]
      return seats.find(({ LoginId }) => LoginId === id)
    }
    expect((await seatOf())?.HasSecondFactor).toBe(true)
    expect((await admin.post(`/api/seats/${id}/resetsecondfactor`)).statusCode).toBe(403)
    expect((await platform.post('/api/seats/2147480000/resetsecondfactor')).statusCode).toBe(404)
    expect((await platform.post(`/api/seats/${id}/resetsecondfactor`)).statusCode).toBe(200)
    expect((await seatOf())?.HasSecondFactor).toBe(false)
    expect((await new Browser(server).signIn(email)).headers.location).toBe('/console')
    expect((await loginChanges(server, email))[0]?.subject).toBe('The second factor of your login was reset')
    expect(await resetFactorsOf(server.database, email, now())).toEqual({ email, isReset: false })
  })
})
