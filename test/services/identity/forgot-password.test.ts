import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { disableLogin, resetByLink, resetPassword } from '#services/identity/login-changes'
import { makeLink } from '#services/identity/mail/login-links'
import { MAIL_LOGIN, resetJob } from '#services/identity/mail/login-mails'
import { MAX_PER_LOGIN } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import {
  Browser,
  exchange,
  obtainCode,
  PASSWORD,
  registerClient,
  registerLogin,
  statusWith,
} from '#test/support/identity/oauth'
import { loginChanges, loginMails, mailedReset } from '#test/support/people/login-mails'

let server: TestApp
let admin: TestCaller
const skew = { ms: 0 }
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date(Date.now() + skew.ms) } })
  // Tests of other files have used the same address.
  await forgetAddresses(server)
  admin = await server.tenant()
})
afterEach(() => forgetAddresses(server))
afterAll(() => server.close())

const NEW = 'seven green lanterns'
const request = async (email: string, browser = new Browser(server)) => {
  await browser.open('/forgot-password')
  return browser.submit('/forgot-password', { email })
}
const linkFor = async (email: string, entered = email): Promise<string> => {
  await request(entered)
  const link = await mailedReset(server, email)
  if (link === undefined) throw new Error('No mail')
  return link
}
/** Lets the time pass in which no other link is mailed: jobs run by the clock of the system. */
const pause = () =>
  server.database.system.$executeRaw`UPDATE login_link SET created_at = created_at - interval '5 minutes'`
const set = async (link: string, password = NEW, browser = new Browser(server)) => {
  await browser.open(link)
  return browser.submit(link, { password })
}

describe('a forgotten password', () => {
  test('is reset by a mailed link, which ends sessions and tokens, and notifies the person', async () => {
    const email = await registerLogin(server, admin.tenant)
    const client = await registerClient(admin)
    const { code, verifier } = await obtainCode(server, client, email)
    const { access_token } = (await exchange(server, client, code, verifier)).json()
    const before = new Browser(server)
    await before.signIn(email)
    const browser = new Browser(server)
    const done = await set(await linkFor(email, ` ${email.toUpperCase()} `), NEW, browser)
    expect([done.statusCode, done.headers.location]).toEqual([303, '/sign-in'])
    expect((await browser.open('/sign-in')).body).toContain('Your new password is saved')
    expect((await browser.open('/sign-in?reset=1')).body, 'it is shown once').not.toContain('Your new password')
    expect([(await before.open('/account')).statusCode, await statusWith(server, access_token)]).toEqual([303, 401])
    expect((await new Browser(server).signIn(email)).statusCode).toBe(422)
    expect((await new Browser(server).signIn(email, NEW)).statusCode).toBe(303)
    const [notice] = await loginChanges(server, email)
    expect([notice?.subject, notice?.from.name]).toEqual(['Your password was changed', 'Guildhall'])
    expect(notice?.text).not.toContain('/reset-password/')
  })

  test('leads on to the page that the person wanted, and to no other server', async () => {
    const email = await registerLogin(server, admin.tenant)
    const wanted = `/console/${admin.tenant.key}/mails?status=failed`
    const browser = new Browser(server)
    const start = await browser.open(`/sign-in?${new URLSearchParams({ next: wanted })}`)
    const [, forgot = ''] = /href="(\/forgot-password[^"]*)"/.exec(start.body) ?? []
    await browser.open(forgot)
    const again = await browser.submit('/forgot-password', { email: '' })
    expect(again.statusCode, 'a fault keeps it').toBe(422)
    const sent = await browser.submit('/forgot-password', { email })
    expect(sent.body).toContain(`href="${forgot}"`)
    const link = (await mailedReset(server, email)) ?? ''
    // The person can open the mail elsewhere.
    const other = new Browser(server)
    const saved = await set(link, NEW, other)
    const signIn = String(saved.headers.location)
    expect(signIn).toBe(`/sign-in?${new URLSearchParams({ next: wanted })}`)
    await other.open(signIn)
    expect((await other.submit('/sign-in', { email, password: NEW })).headers.location).toBe(wanted)
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/api/evil'])
      expect((await browser.open(`/forgot-password?${new URLSearchParams({ next })}`)).body).not.toContain('evil')
  })

  test('responds in the same way for an address without a login and for a disabled login', async () => {
    const email = await registerLogin(server, admin.tenant)
    const disabled = await registerLogin(server, admin.tenant)
    await disableLogin(server.database, disabled, new Date())
    const pages = []
    for (const who of [email, disabled, 'nobody@staff.example'])
      pages.push((await request(who)).body.replaceAll(who, 'X').replaceAll(/value="[\w-]{43}"/g, ''))
    expect(new Set(pages).size).toBe(1)
    expect(await mailedReset(server, disabled)).toBeUndefined()
    expect(await mailedReset(server, 'nobody@staff.example')).toBeUndefined()
    expect(await mailedReset(server, email)).toBeDefined()
  })

  test('stores only the hash of the link, and neither the job nor the log contains it', async () => {
    const link = await linkFor(await registerLogin(server, admin.tenant))
    const stored = JSON.stringify(await server.database.system.loginLink.findMany())
    expect(stored).not.toContain(link.split('/').at(-1))
  })

  test('limits requests for an address, and those of an own browser apart', async () => {
    const email = await registerLogin(server, admin.tenant)
    const own = new Browser(server)
    await own.signIn(email)
    await own.open('/account')
    await own.submit('/sign-out', {})
    for (let n = 0; n < MAX_PER_LOGIN; n++) expect((await request(email)).statusCode).toBe(200)
    expect((await request(email)).statusCode).toBe(429)
    expect((await request(email, own)).statusCode).toBe(200)
  })

  test('mails one link in 5 minutes, however many requests come at once', async () => {
    const email = await registerLogin(server, admin.tenant)
    const mails = async () => (await loginMails(server, email)).filter(({ text }) => text.includes('/reset-password/'))
    const pages = [(await request(email)).body, (await request(email)).body]
    const first = await mailedReset(server, email)
    pages.push((await request(email)).body)
    expect(new Set(pages).size).toBe(1)
    expect([(await mails()).length, await mailedReset(server, email)]).toEqual([1, first])
    await pause()
    await request(email)
    expect((await mails()).length).toBe(2)
    expect([(await set(first ?? '')).statusCode, (await mails()).length]).toEqual([410, 2])
  })

  test('rejects a form of another browser', async () => {
    const email = await registerLogin(server, admin.tenant)
    const link = await linkFor(email)
    const payload = new URLSearchParams({ password: NEW, form: 'x'.repeat(43) }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await server.app.inject({ method: 'POST', url: link, headers, payload })).statusCode).toBe(403)
    expect((await new Browser(server).signIn(email)).statusCode).toBe(303)
  })
})

describe('a link to set a password', () => {
  test('works once, however often it is opened and whatever is sent at the same time', async () => {
    const email = await registerLogin(server, admin.tenant)
    const { system } = server.database
    const { id } = await system.login.findFirstOrThrow({ where: { email } })
    for (let round = 0; round < 3; round++) {
      const token = await makeLink(system, id, new Date())
      for (let n = 0; n < 3; n++)
        expect((await server.app.inject({ url: `/reset-password/${token}` })).statusCode).toBe(200)
      const passwords = ['seven green lanterns', 'eight yellow windows', 'nine purple gardens', 'ten silver bridges']
      const results = await Promise.all(
        passwords.map((password) => resetByLink(server.database, token, password, new Date())),
      )
      expect(results.filter((login) => login !== undefined)).toHaveLength(1)
      expect((await server.app.inject({ url: `/reset-password/${token}` })).statusCode).toBe(410)
    }
  })

  test('remains after a password that the rules reject', async () => {
    const link = await linkFor(await registerLogin(server, admin.tenant))
    const rejected = await set(link, 'password1234')
    expect([rejected.statusCode, rejected.body.includes('like a common password')]).toEqual([422, true])
    expect((await set(link)).statusCode).toBe(303)
  })

  test('ends after an hour, with another change of the password, and when the login is disabled', async () => {
    const email = await registerLogin(server, admin.tenant)
    const link = await linkFor(email)
    skew.ms = 3_601_000
    expect((await set(link)).statusCode).toBe(410)
    skew.ms = 0
    await pause()
    const used = await linkFor(email)
    await resetPassword(server.database, email, 'eight yellow windows', new Date())
    expect((await set(used)).statusCode).toBe(410)
    await pause()
    const third = await linkFor(email)
    await disableLogin(server.database, email, new Date())
    expect((await set(third)).statusCode).toBe(410)
  })

  test('ends when a newer one is mailed, also if both are made at once', async () => {
    const email = await registerLogin(server, admin.tenant)
    const first = await linkFor(email)
    await pause()
    const second = await linkFor(email)
    expect((await server.app.inject({ url: first })).statusCode).toBe(410)
    expect((await set(first)).statusCode).toBe(410)
    const { system } = server.database
    const { id } = await system.login.findFirstOrThrow({ where: { email } })
    expect((await server.app.inject({ url: second })).statusCode).toBe(200)
    const tokens = await Promise.all(Array.from({ length: 6 }, () => makeLink(system, id, new Date())))
    const pages = await Promise.all(tokens.map((token) => server.app.inject({ url: `/reset-password/${token}` })))
    expect(pages.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await server.app.inject({ url: second })).statusCode).toBe(410)
  })

  test('is replaced if its job runs again', async () => {
    const email = await registerLogin(server, admin.tenant)
    await enqueueJobs(server.database.system, [resetJob({ email }, new Date())])
    const first = await mailedReset(server, email)
    const links = await server.database.system.loginLink.count({ where: { login: { email } } })
    expect([links, first !== undefined, MAIL_LOGIN]).toEqual([1, true, 'login.mail'])
  })

  test.each(['x', 'A'.repeat(43), '%00'])('does not exist for %s', async (token) => {
    expect((await server.app.inject({ url: `/reset-password/${token}` })).statusCode).toBe(410)
  })

  test('lets the owner in although others guess', async () => {
    const email = await registerLogin(server, admin.tenant)
    const guesser = new Browser(server)
    for (let n = 0; n < MAX_PER_LOGIN; n++) await guesser.signIn(email, 'a wrong password')
    const browser = new Browser(server)
    expect((await browser.signIn(email, PASSWORD)).statusCode).toBe(429)
    await set(await linkFor(email), NEW, browser)
    for (let n = 0; n < MAX_PER_LOGIN; n++) await guesser.signIn(email, 'a wrong password')
    expect((await browser.signIn(email, NEW)).statusCode).toBe(303)
  })
})
