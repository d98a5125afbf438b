import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, PASSWORD } from '#test/support/identity/oauth'
import { addMember, signInByLink, type TestMember } from '#test/support/people/members'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const pathOf = (page: string) => `/members/${admin.tenant.key}/${page}`
const signIn = async ({ email }: TestMember) => {
  const browser = new Browser(server)
  await signInByLink(server, browser, admin.tenant.key, email)
  return browser
}
const show = (browser: Browser) => browser.open(pathOf('sessions'))
const isIn = async (browser: Browser) => (await show(browser)).statusCode === 200
const idsIn = (page: string) =>
  [...page.matchAll(/name="session" value="(\d+)"/g)].map(([, id = '']) => id).filter((id) => id !== '')
const mailsTo = (toAddress: string, templateKey: string) =>
  server.database.system.mailMessage.findMany({ where: { tenantId: admin.tenant.id, toAddress, templateKey } })

describe('the page of the sessions of a member', () => {
  test('is linked from the sign-in page, and leads there without a session', async () => {
    const without = await show(new Browser(server))
    expect([without.statusCode, without.headers.location]).toEqual([303, pathOf('sign-in')])
    const browser = await signIn(await addMember(admin))
    expect((await browser.open(pathOf('sign-in'))).body).toContain(`href="${pathOf('sessions')}"`)
    expect((await show(browser)).body).toContain('This browser')
  })

  test('ends one session, or all others, and never one of another member', async () => {
    const member = await addMember(admin)
    const other = await addMember(admin)
    const here = await signIn(member)
    const first = await signIn(member)
    const second = await signIn(member)
    const strange = await signIn(other)
    const { body } = await show(here)
    const ids = idsIn(body)
    expect(ids).toHaveLength(2)
    await show(strange)
    const form = /name="form" value="([^"]+)"/.exec(strange.page)?.[1] ?? ''
    await strange.submit(pathOf('sessions'), { form, session: ids[0] ?? '' })
    expect(await isIn(second)).toBe(true)
    await show(here)
    const own = /name="form" value="([^"]+)"/.exec(here.page)?.[1] ?? ''
    const ended = await here.submit(pathOf('sessions'), { form: own, session: ids[0] ?? '' })
    expect([ended.statusCode, (await show(here)).body.includes('The session has ended.')]).toEqual([303, true])
    expect([await isIn(first), await isIn(second)].filter(Boolean)).toHaveLength(1)
    await here.submit(pathOf('sessions'), { form: own, session: 'others' })
    expect([await isIn(here), await isIn(first), await isIn(second), await isIn(strange)]).toEqual([
      ...[true, false, false, true],
    ])
  })

  test('performs no form of another site, and none without its token', async () => {
    const member = await addMember(admin)
    const here = await signIn(member)
    const there = await signIn(member)
    const [id = ''] = idsIn((await show(here)).body)
    await here.submit(pathOf('sessions'), { form: 'forged', session: id })
    expect((await show(here)).body).toContain('The form has expired.')
    const form = /name="form" value="([^"]+)"/.exec(here.page)?.[1] ?? ''
    const foreign = await server.app.inject({
      method: 'POST',
      url: pathOf('sessions'),
      headers: {
        cookie: here.cookies,
        origin: 'https://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams({ form, session: id }).toString(),
    })
    expect(foreign.statusCode).toBe(403)
    expect(await isIn(there)).toBe(true)
  })

  test('does not list sessions that a new password has ended', async () => {
    const member = await addMember(admin)
    const browser = await signIn(member)
    await signIn(member)
    await browser.open(pathOf('password'))
    await browser.submit(pathOf('password'), { password: PASSWORD })
    expect(idsIn((await show(browser)).body)).toEqual([])
  })
})

describe('a notice to a member', () => {
  test('reports a new password, without the password', async () => {
    const member = await addMember(admin)
    const browser = await signIn(member)
    await browser.open(pathOf('password'))
    await browser.submit(pathOf('password'), { password: PASSWORD })
    const [mail, ...more] = await mailsTo(member.email, 'member-password-changed')
    expect([more, mail?.contactId]).toEqual([[], member.contactId])
    expect(JSON.stringify(mail?.data)).toBe(
      JSON.stringify({ sign_in: { path: pathOf('sign-in'), email: member.email } }),
    )
  })

  test('reports a sign-in by password in a new browser, and none in a known one or by a link', async () => {
    const member = await addMember(admin)
    const notices = () => mailsTo(member.email, 'member-new-browser')
    const known = await signIn(member)
    await known.open(pathOf('password'))
    await known.submit(pathOf('password'), { password: PASSWORD })
    await known.open(pathOf('sign-in'))
    await known.submit(pathOf('sign-out'), {})
    const byPassword = async (browser: Browser, password = PASSWORD) => {
      await browser.open(pathOf('sign-in'))
      return (await browser.submit(pathOf('sign-in'), { email: member.email, password })).statusCode
    }
    expect(await byPassword(known)).toBe(303)
    await signIn(member)
    expect(await byPassword(new Browser(server), 'not the right password')).toBe(422)
    expect(await notices()).toEqual([])
    const strange = new Browser(server)
    expect(await byPassword(strange)).toBe(303)
    await strange.open(pathOf('sign-in'))
    await strange.submit(pathOf('sign-out'), {})
    expect(await byPassword(strange), 'it is known now').toBe(303)
    const [notice, ...more] = await notices()
    expect([more, notice?.contactId]).toEqual([[], member.contactId])
    expect(notice?.data).toEqual({
      sign_in: {
        path: pathOf('sign-in'),
        email: member.email,
        browser: 'lightMyRequest',
        at: expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d \(.+\)$/),
      },
    })
  })

  test('reports a new address to the former one', async () => {
    const member = await addMember(admin)
    const next = `new.${member.email}`
    const url = `/api/memberlogins/${member.memberLoginId}`
    const { AuditId } = (await admin.get(url)).json()
    expect((await admin.post(url, { AuditId, EmailAddress: next })).statusCode).toBe(200)
    expect(await mailsTo(next, 'member-address-changed')).toEqual([])
    const [mail] = await mailsTo(member.email, 'member-address-changed')
    expect(mail?.data).toMatchObject({ sign_in: { email: next } })
  })
})
