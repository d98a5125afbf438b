import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_PER_LOGIN } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser } from '#test/support/identity/oauth'
import { addMember, mailedLinks, requestLink, signInByLink } from '#test/support/people/members'

let server: TestApp
let admin: TestCaller
let key: string
const skew = { ms: 0 }
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date(Date.now() + skew.ms) } })
  admin = await server.tenant()
  key = admin.tenant.key
})
// All requests come from one address.
beforeEach(() => server.database.system.signInThrottle.deleteMany())
afterAll(() => server.close())

const PASSWORD = 'correct horse battery staple'
const page = (name: string) => `/members/${key}/${name}`
const isIn = async (browser: Browser) => (await browser.open(page('sign-in'))).body.includes('You are signed in')

const withPassword = async () => {
  const member = await addMember(admin)
  const browser = new Browser(server)
  await signInByLink(server, browser, key, member.email)
  await browser.open(page('password'))
  const saved = await browser.submit(page('password'), { password: PASSWORD })
  expect([saved.statusCode, saved.headers.location], saved.body).toEqual([303, page('sign-in')])
  return { member, browser }
}

const tryPassword = async (email: string, password: string, browser = new Browser(server)) => {
  await browser.open(page('sign-in'))
  return browser.submit(page('sign-in'), { email, password })
}

describe('signing in by a mailed link', () => {
  test('starts a session by a cookie that no script can read, and stores only hashes', async () => {
    const { email, memberLoginId } = await addMember(admin)
    const browser = new Browser(server)
    const answer = await signInByLink(server, browser, key, email)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page('sign-in')])
    const cookie = answer.cookies.find(({ name }) => name === 'guildhall-member')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(await isIn(browser)).toBe(true)
    const { system } = server.database
    const [session] = await system.memberSession.findMany({ where: { memberId: memberLoginId } })
    const [link] = await system.memberLink.findMany({ where: { memberId: memberLoginId } })
    expect(session?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(link?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect((await admin.get(`/api/memberlogins/${memberLoginId}`)).json().LastSignInDate).not.toBeNull()
  })

  test('works once, only after a confirmation, and not after 15 minutes', async () => {
    const { email } = await addMember(admin)
    const browser = new Browser(server)
    await requestLink(browser, key, email)
    const [link = ''] = await mailedLinks(server, email)
    // A program that opens the link uses nothing up.
    expect((await server.app.inject(link)).statusCode).toBe(200)
    await browser.open(link)
    expect((await browser.submit(link, {})).statusCode).toBe(303)
    const other = new Browser(server)
    expect((await other.open(link)).statusCode).toBe(410)
    await requestLink(other, key, email)
    const [second = ''] = await mailedLinks(server, email)
    skew.ms = 15 * 60_000 + 1000
    expect((await other.open(second)).statusCode).toBe(410)
    skew.ms = 0
    await other.open(second)
    const forged = await server.app.inject({
      method: 'POST',
      url: second,
      payload: 'form=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(forged.cookies.some(({ name }) => name === 'guildhall-member')).toBe(false)
    const both = await Promise.all([other.submit(second, {}), other.submit(second, {})])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([303, 410])
  })

  test('works only if it is the newest one, and leaves an invitation valid', async () => {
    const { email, memberLoginId } = await addMember(admin)
    expect((await admin.post(`/api/memberlogins/${memberLoginId}/invite`)).statusCode).toBe(200)
    const [invitation = ''] = await mailedLinks(server, email)
    const browser = new Browser(server)
    await requestLink(browser, key, email)
    const [first = ''] = await mailedLinks(server, email)
    await requestLink(browser, key, email)
    const [second = ''] = await mailedLinks(server, email)
    expect((await browser.open(first)).statusCode).toBe(410)
    await browser.open(second)
    expect((await browser.submit(second, {})).statusCode).toBe(303)
    expect((await new Browser(server).open(first)).statusCode, 'also when the newest was used').toBe(410)
    expect((await new Browser(server).open(invitation)).statusCode).toBe(200)
    expect((await admin.post(`/api/memberlogins/${memberLoginId}/invite`)).statusCode).toBe(200)
    const [newer = ''] = await mailedLinks(server, email)
    const statuses = [invitation, newer].map(async (link) => (await new Browser(server).open(link)).statusCode)
    expect(await Promise.all(statuses)).toEqual([410, 200])
  })

  test('does not disclose whether an address exists', async () => {
    const { email } = await addMember(admin)
    const disabled = await addMember(admin)
    const { AuditId } = (await admin.get(`/api/memberlogins/${disabled.memberLoginId}`)).json()
    await admin.post(`/api/memberlogins/${disabled.memberLoginId}`, { AuditId, IsDisabled: true })
    const bodies = []
    for (const who of [email, 'nobody@members.example', disabled.email, `${'x'.repeat(3000)}@members.example`]) {
      const answer = await requestLink(new Browser(server), key, who)
      bodies.push([answer.statusCode, answer.body.replaceAll(who.slice(0, 254), 'X')])
    }
    expect(new Set(bodies.map(String)).size).toBe(1)
    expect((await mailedLinks(server, email)).length).toBe(1)
    expect(await mailedLinks(server, disabled.email)).toEqual([])
  })

  test('requires an address', async () => {
    const answer = await requestLink(new Browser(server), key, ' ')
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('Enter the email address')])
  })

  test('is void after a sign-out by staff, and for another tenant', async () => {
    const { email, memberLoginId } = await addMember(admin)
    const browser = new Browser(server)
    await requestLink(browser, key, email)
    const [link = ''] = await mailedLinks(server, email)
    const other = await server.tenant()
    expect((await browser.open(link.replace(`/${key}/`, `/${other.tenant.key}/`))).statusCode).toBe(410)
    expect((await admin.post(`/api/memberlogins/${memberLoginId}/signout`)).statusCode).toBe(200)
    expect((await browser.open(link)).statusCode).toBe(410)
  })

  test('limits the links that are mailed to an address', async () => {
    const { email } = await addMember(admin)
    const statuses = []
    for (let count = 0; count <= MAX_PER_LOGIN; count++)
      statuses.push((await requestLink(new Browser(server), key, email)).statusCode)
    expect(statuses.at(-2)).toBe(200)
    expect(statuses.at(-1)).toBe(429)
    expect((await mailedLinks(server, email)).length).toBe(MAX_PER_LOGIN)
  })

  test('keeps its link out of the API', async () => {
    const { email } = await addMember(admin)
    await requestLink(new Browser(server), key, email)
    const [link = ''] = await mailedLinks(server, email)
    const mail = await server.database.system.mailMessage.findFirstOrThrow({ where: { toAddress: email } })
    const shown = await admin.get(`/api/mail/messages/${mail.id}`)
    expect(shown.statusCode).toBe(200)
    expect(shown.body).not.toContain(link)
    expect(shown.json()).toMatchObject({ Html: null, Text: null })
  })
})

describe('signing in by a password', () => {
  test('works after the member has set one, which ends its other sessions', async () => {
    const { member, browser } = await withPassword()
    expect(await isIn(browser)).toBe(true)
    const second = new Browser(server)
    const answer = await tryPassword(member.email.toUpperCase(), PASSWORD, second)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page('sign-in')])
    await second.open(page('password'))
    expect(
      (await second.submit(page('password'), { current: 'wrong password here', password: 'x'.repeat(12) })).statusCode,
    ).toBe(422)
    await second.submit(page('password'), { current: PASSWORD, password: 'another long password' })
    expect([await isIn(browser), await isIn(second)]).toEqual([false, true])
    expect((await tryPassword(member.email, PASSWORD)).statusCode).toBe(422)
    expect((await tryPassword(member.email, 'another long password')).statusCode).toBe(303)
    const where = { memberId: member.memberLoginId }
    const { hash } = await server.database.system.memberPassword.findFirstOrThrow({ where })
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('fails in the same way for an unknown address, a wrong password, no password and a disabled login', async () => {
    const { member } = await withPassword()
    const none = await addMember(admin)
    const { member: disabled } = await withPassword()
    const { AuditId } = (await admin.get(`/api/memberlogins/${disabled.memberLoginId}`)).json()
    await admin.post(`/api/memberlogins/${disabled.memberLoginId}`, { AuditId, IsDisabled: true })
    const tries = [
      [member.email, 'wrong password here'],
      ['nobody@members.example', PASSWORD],
      [none.email, PASSWORD],
      [none.email, ''],
      [disabled.email, PASSWORD],
    ] as const
    const bodies = []
    for (const [who, password] of tries) {
      const answer = await tryPassword(who, password)
      expect(answer.statusCode).toBe(422)
      expect(answer.cookies.some(({ name }) => name === 'guildhall-member')).toBe(false)
      bodies.push(answer.body.replaceAll(who, 'X').replace(/value="[\w-]{43}"/, ''))
    }
    expect(new Set(bodies).size).toBe(1)
  })

  test('is throttled for each address, and bounds its input', async () => {
    const { member } = await withPassword()
    for (let count = 0; count < MAX_PER_LOGIN; count++) await tryPassword(member.email, 'wrong password here')
    const refused = await tryPassword(member.email, PASSWORD)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await tryPassword(`${'x'.repeat(3000)}@members.example`, 'p'.repeat(3000))).statusCode).toBe(422)
  })

  test('refuses a short password, and a form of another site', async () => {
    const member = await addMember(admin)
    const browser = new Browser(server)
    await signInByLink(server, browser, key, member.email)
    await browser.open(page('password'))
    expect((await browser.submit(page('password'), { password: 'short' })).body).toContain('at least 12 characters')
    expect((await browser.submit(page('password'), { password: PASSWORD, form: 'x'.repeat(43) })).statusCode).toBe(403)
    expect((await tryPassword(member.email, PASSWORD)).statusCode).toBe(422)
  })
})

describe('the page for a password', () => {
  test('records each new password as a change of the login by the member, without the password', async () => {
    const { member, browser } = await withPassword()
    await browser.open(page('password'))
    await browser.submit(page('password'), { current: PASSWORD, password: 'another long password' })
    const read = await admin.get(`/api/memberlogins/${member.memberLoginId}`)
    expect([read.json().HasPassword, read.headers.etag]).toEqual([true, '"3"'])
    const own = { tenantId: admin.tenant.id, entity: 'memberlogin', entityId: member.memberLoginId }
    const query = { where: { ...own, auditId: { gt: 1 } }, orderBy: { auditId: 'asc' } } as const
    const by = { actor: `member:${member.memberLoginId}` }
    expect(await server.database.system.auditEntry.findMany(query)).toMatchObject([
      { ...by, auditId: 2, action: 'updated', changes: { passwordSet: true } },
      { ...by, auditId: 3, action: 'updated', changes: { passwordSet: true } },
    ])
    const event = { ...by, kind: 'memberlogin.updated', payload: { contactId: member.contactId } }
    expect(await server.database.system.outboxEvent.findMany(query)).toMatchObject([
      { ...event, auditId: 2 },
      { ...event, auditId: 3 },
    ])
  })

  test('asks a member without a password for a new link, once the last one is 15 minutes old', async () => {
    const { email } = await addMember(admin)
    const browser = new Browser(server)
    await signInByLink(server, browser, key, email)
    expect((await browser.open(page('password'))).body).toContain('name="password"')
    skew.ms = 15 * 60_000 + 1000
    const late = await browser.open(page('password'))
    expect(late.body).toContain('sign in by a new mailed link')
    expect(late.body).not.toContain('name="password"')
    const refused = await browser.submitTo(page('sign-out'), page('password'), { password: PASSWORD })
    skew.ms = 0
    expect(refused.statusCode).toBe(422)
    expect((await tryPassword(email, PASSWORD)).statusCode).toBe(422)
  })
})

describe('a session', () => {
  test('ends at sign-out, after its lifetime, and if the login is disabled or deleted', async () => {
    const member = await addMember(admin)
    const browser = new Browser(server)
    await signInByLink(server, browser, key, member.email)
    const stolen = browser.cookies
    await browser.open(page('sign-in'))
    await browser.submit(page('sign-out'), {})
    const again = await server.app.inject({ url: page('sign-in'), headers: { cookie: stolen } })
    expect(again.body).not.toContain('You are signed in')
    await signInByLink(server, browser, key, member.email)
    skew.ms = 12 * 3_600_000 + 1000
    expect(await isIn(browser)).toBe(false)
    skew.ms = 0
    expect(await isIn(browser)).toBe(true)
    await admin.delete(`/api/memberlogins/${member.memberLoginId}`)
    expect(await isIn(browser)).toBe(false)
  })

  test('is one of its tenant, and no session of staff', async () => {
    const member = await addMember(admin)
    const other = await server.tenant()
    const browser = new Browser(server)
    await signInByLink(server, browser, key, member.email)
    expect((await browser.open(`/members/${other.tenant.key}/sign-in`)).body).not.toContain('You are signed in')
    expect((await browser.open('/sign-in')).body).not.toContain('You are signed in')
    for (const key of ['no-such-tenant', 'No%20Key']) {
      const unknown = await browser.open(`/members/${key}/sign-in`)
      expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('Unknown association')])
    }
  })
})
