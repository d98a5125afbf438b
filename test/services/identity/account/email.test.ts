import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#kernel/time/clock'
import { confirmEmailChange, requestEmailChange, setLoginEmail } from '#services/identity/email-change/email-changes'
import { resetPassword } from '#services/identity/login-changes'
import { createLogin } from '#services/identity/logins'
import { MAIL_EMAIL_LINK, MAIL_LOGIN } from '#services/identity/mail/login-mails'
import { loginMailTasks } from '#services/identity/mail/mail-login'
import { outboxFolder } from '#services/mail/transport/outbox-folder'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import { Browser, PASSWORD, registerLogin } from '#test/support/identity/oauth'
import { ORIGIN, runJobs } from '#test/support/jobs/run-jobs'
import { loginChanges, loginMails, mailedConfirmation } from '#test/support/people/login-mails'

let server: TestApp
let admin: TestCaller
const skew = { ms: 0 }
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date(Date.now() + skew.ms) } })
  admin = await server.tenant()
})
afterEach(async () => {
  skew.ms = 0
  await forgetAddresses(server)
})
afterAll(() => server.close())

const PATH = '/account/email'
let count = 0
const fresh = () => `page${++count}.${admin.tenant.key}@staff.example`
const signedIn = async () => {
  const email = await registerLogin(server, admin.tenant)
  const browser = new Browser(server)
  await browser.signIn(email)
  await browser.open(PATH)
  const { id } = await server.database.system.login.findFirstOrThrow({ where: { email } })
  return { email, browser, id }
}
/** Requests an address on the page. Returns the mailed link. */
const request = async (browser: Browser, email: string): Promise<string> => {
  await browser.open(PATH)
  const sent = await browser.submit(PATH, { email, current: PASSWORD })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, PATH])
  return (await mailedConfirmation(server, email)) ?? ''
}
const changer = () => ({
  system: server.database.system,
  recorder: { actor: { kind: 'system', id: 0 }, clock: systemClock, requestId: 'test' } as const,
})
const addressOf = async (id: number) => (await server.database.system.login.findFirstOrThrow({ where: { id } })).email

describe('the page of the own address', () => {
  test('mails a link, shows that it waits, and changes the address where the person is signed in', async () => {
    const { email, browser, id } = await signedIn()
    const wanted = fresh()
    const link = await request(browser, wanted)
    const waiting = await browser.open(PATH)
    expect(waiting.body).toContain('A link is on its way to the new address.')
    expect(waiting.body).toContain(`A link was mailed to <strong>${wanted}</strong>`)
    const phone = new Browser(server)
    const led = await phone.open(link)
    expect([led.statusCode, String(led.headers.location).startsWith('/sign-in?next=')]).toEqual([303, true])
    await phone.signIn(email)
    await phone.open(link)
    expect((await phone.submit(link, {})).statusCode).toBe(303)
    expect(await addressOf(id)).toBe(wanted)
    expect((await browser.open('/account')).body, 'the other session remains').toContain(wanted)
    expect((await phone.open(link)).statusCode, 'the link works once').toBe(410)
    await browser.open('/account')
    await browser.submit('/sign-out', {})
    await phone.open('/account')
    await phone.submit('/sign-out', {})
    expect((await phone.signIn(wanted)).statusCode).toBe(303)
    const advice = (await loginChanges(server, email)).map(({ text }) => text)
    expect(advice).toEqual([
      expect.not.stringContaining('password'),
      expect.stringMatching(/set a new one now, which also cancels the request.*\/forgot-password\n$/s),
    ])
    const subjects = (await loginMails(server, wanted)).map(({ subject }) => subject)
    const unknown = subjects.filter((subject) => subject.includes('new browser'))
    expect(unknown, 'the first sign-in of the phone only').toHaveLength(1)
  })

  test('writes the link and the notice of one request to two files, without a mail server', async () => {
    const { email, browser } = await signedIn()
    const wanted = fresh()
    await browser.submit(PATH, { email: wanted, current: PASSWORD })
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-outbox-'))
    const tasks = loginMailTasks({
      origin: ORIGIN,
      installation: '',
      from: 'g@mail.example',
      transport: outboxFolder(folder),
    })
    for (const kind of [MAIL_EMAIL_LINK, MAIL_LOGIN]) await runJobs(server, kind, tasks)
    const mails = await Promise.all(
      readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
    )
    rmSync(folder, { recursive: true })
    const subjectsTo = (address: string) =>
      mails.filter(({ to }) => to?.[0]?.address === address).map(({ subject }) => subject)
    expect(subjectsTo(wanted)).toEqual(['Confirm your new address'])
    expect(subjectsTo(email)).toContain('Another address was requested for your login')
  })

  test('says what is wrong, and keeps what was entered', async () => {
    const { email, browser } = await signedIn()
    const same = await browser.submit(PATH, { email: email.toUpperCase(), current: PASSWORD })
    expect([same.statusCode, same.body.includes('must differ from the current address')]).toEqual([422, true])
    const wanted = fresh()
    const wrong = await browser.submit(PATH, { email: wanted, current: 'not my password' })
    expect([wrong.statusCode, wrong.body.includes('The password is wrong.')]).toEqual([422, true])
    expect(wrong.body).toContain(`value="${wanted}"`)
    expect(await loginMails(server, wanted)).toEqual([])
  })

  test('cancels a change', async () => {
    const { email, browser, id } = await signedIn()
    const link = await request(browser, fresh())
    await browser.open(PATH)
    expect((await browser.submit(`${PATH}/cancel`, {})).statusCode).toBe(303)
    expect((await browser.open(PATH)).body).toContain('Your address stays as it is.')
    expect((await browser.open(link)).statusCode).toBe(410)
    expect(await addressOf(id)).toBe(email)
  })
})

describe('a link that confirms an address', () => {
  test('works only for the login that has requested it: the owner of a mistyped address gets nothing', async () => {
    const { email, browser, id } = await signedIn()
    const link = await request(browser, fresh())
    const { browser: stranger } = await signedIn()
    const shown = await stranger.open(link)
    expect([shown.statusCode, shown.body.includes(email)]).toEqual([410, false])
    await stranger.open(PATH)
    const form = /name="form" value="([^"]+)"/.exec(stranger.page)?.[1] ?? ''
    expect((await stranger.submit(link, { form })).statusCode).toBe(410)
    expect(await addressOf(id)).toBe(email)
  })

  test('says that another login has got the address before it was confirmed', async () => {
    const { email, browser, id } = await signedIn()
    const wanted = fresh()
    const link = await request(browser, wanted)
    await registerLogin(server, admin.tenant, 'Staff', wanted)
    await browser.open(link)
    const taken = await browser.submit(link, {})
    expect([taken.statusCode, taken.body.includes('Another login has this address.')]).toEqual([409, true])
    expect(await addressOf(id)).toBe(email)
    for (const { body } of [taken, await browser.open(PATH)])
      expect(body, 'the request has ended').not.toContain('A link was mailed to')
    expect((await browser.open(link)).statusCode).toBe(410)
  })

  test('ends after an hour, and with a new password', async () => {
    const { email, browser, id } = await signedIn()
    const late = await request(browser, fresh())
    skew.ms = 3_601_000
    expect((await browser.open(late)).statusCode).toBe(410)
    skew.ms = 0
    const voided = await request(browser, fresh())
    await resetPassword(server.database, email, 'seven green lanterns', new Date())
    const again = new Browser(server)
    await again.signIn(email, 'seven green lanterns')
    expect((await again.open(voided)).statusCode).toBe(410)
    expect(await addressOf(id)).toBe(email)
  })

  test('stores only the hash of its token', async () => {
    const { browser } = await signedIn()
    const link = await request(browser, fresh())
    const stored = JSON.stringify(await server.database.system.loginEmailChange.findMany())
    expect(stored).not.toContain(link.split('/').at(-1))
  })
})

describe('confirmEmailChange', () => {
  const tokenFor = async (id: number, email: string, wanted: string): Promise<string> => {
    await requestEmailChange(server.database, { id, email }, wanted, new Date())
    return (await mailedConfirmation(server, wanted))?.split('/').at(-1) ?? ''
  }

  test('changes the address once, however often the link is sent at the same time', async () => {
    const { email, id } = await signedIn()
    const wanted = fresh()
    const token = await tokenFor(id, email, wanted)
    const results = await Promise.all(
      Array.from({ length: 5 }, () => confirmEmailChange(changer(), id, token, new Date())),
    )
    expect(results.filter((found) => found === wanted)).toHaveLength(1)
    expect(await addressOf(id)).toBe(wanted)
  })

  test('gives an address to one of two logins that confirm it at the same time', async () => {
    const logins = [await signedIn(), await signedIn()]
    const wanted = fresh()
    const tokens: string[] = []
    for (const { id, email } of logins) tokens.push(await tokenFor(id, email, wanted))
    const results = await Promise.allSettled(
      logins.map(({ id }, at) => confirmEmailChange(changer(), id, tokens[at] ?? '', new Date())),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = results.find((one) => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ status: 409, code: 'duplicate' })
    expect(await server.database.system.login.count({ where: { email: wanted } })).toBe(1)
  })
})

describe('setLoginEmail', () => {
  test('notifies the former address that the operator changed it, not that a password is known', async () => {
    const { email } = await signedIn()
    await setLoginEmail(changer(), email, fresh())
    const [notice] = await loginChanges(server, email)
    expect(notice?.subject).toBe('The operator of the server changed the address of your login')
    expect(notice?.text).toContain('If you did not expect it, ask the operator of the server')
    expect(notice?.text).not.toContain('password')
  })

  test('changes the name of a login that is named by its address, in its seats too, and no other name', async () => {
    const [email, wanted] = [fresh(), fresh()]
    const login = { tenantKey: admin.tenant.key, email, displayName: email.toUpperCase(), password: PASSWORD }
    const { id } = (await createLogin(server.database, { ...login, role: 'Staff' })).login
    await setLoginEmail(changer(), email, wanted)
    expect((await server.database.system.login.findFirstOrThrow({ where: { id } })).displayName).toBe(wanted)
    expect((await admin.get(`/api/seats/${id}`)).json()).toMatchObject({
      EmailAddress: wanted,
      Name: wanted,
      AuditId: 2,
    })
    const { email: other, id: named } = await signedIn()
    await setLoginEmail(changer(), other, fresh())
    expect((await admin.get(`/api/seats/${named}`)).json().Name).toBe('Ada Lovelace')
  })

  test('refuses an address that another login has, an unknown login, and no address', async () => {
    const { email, id } = await signedIn()
    const { email: taken } = await signedIn()
    await expect(setLoginEmail(changer(), email, taken)).rejects.toMatchObject({ status: 409 })
    await expect(setLoginEmail(changer(), 'nobody@staff.example', fresh())).rejects.toMatchObject({ status: 400 })
    await expect(setLoginEmail(changer(), email, 'none')).rejects.toMatchObject({ status: 400 })
    expect(await addressOf(id)).toBe(email)
  })
})
