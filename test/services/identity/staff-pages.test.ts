import type { FastifyPluginAsync } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations as keys } from '#contract/integration/application-permissions'
import { operations as contacts } from '#contract/people/contacts'
import { operations as logins } from '#contract/people/logins'
import { disableLogin } from '#services/identity/login-changes'
import { staffPages } from '#services/identity/staff-pages'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, registerLogin } from '#test/support/identity/oauth'

const PUBLIC = { config: { isPublic: true } } as const

/** Pages that call operations and show the answers as text. */
const probe: FastifyPluginAsync = async (app) => {
  await app.register(staffPages)
  app.get(
    '/console/:tenantKey/me',
    PUBLIC,
    app.staffPage(async ({ request, reply, seats, call, formToken }) => {
      const { tenantKey } = request.params as { tenantKey: string }
      const seat = seats.find((one) => one.tenantKey === tenantKey)
      if (!seat) return reply.code(404).send('no seat')
      const me = await call(seat, logins.getMe)
      const listed = await call(seat, keys.listApiKeys)
      const text = JSON.stringify({ me: me.isOk ? me.value : me.problem, keys: listed.status })
      return reply
        .type('text/html')
        .send(`${text}<form action="/console/save"><input type="hidden" name="form" value="${formToken}"></form>`)
    }),
  )
  app.post(
    '/console/save',
    PUBLIC,
    app.staffPage(async ({ reply, seats: [seat], call, form }) => {
      if (!seat) return reply.code(404).send('no seat')
      const body = { FirstName: form.get('name') ?? '', LastName: 'Page' }
      const saved = await call(seat, contacts.savePerson, { params: { contactId: 0 }, body })
      return reply.code(saved.status).send(saved.isOk ? saved.value : saved.problem)
    }),
  )
  app.post(
    '/console/upload',
    { config: { isPublic: true, isUpload: true } },
    app.staffPage(async ({ reply }) => reply.send('stored')),
  )
}

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ routes: probe })
  admin = await server.tenant()
})
afterAll(() => server.close())

const contactsNamed = (firstName: string): Promise<number> =>
  server.database.system.contact.count({ where: { tenantId: admin.tenant.id, firstName } })

const signedIn = async (role: string) => {
  const browser = new Browser(server)
  const email = await registerLogin(server, admin.tenant, role)
  await browser.signIn(email)
  return { browser, email }
}

const shown = (text: string) => JSON.parse(text.split('<form')[0] ?? '')

describe('a page of staff', () => {
  test('sends a visitor without a session to the sign-in page, and back', async () => {
    const url = `/console/${admin.tenant.key}/me?x=1`
    const answer = await server.app.inject({ url })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(url)}`])
    const posted = await server.app.inject({ method: 'POST', url: '/console/save' })
    expect([posted.statusCode, posted.headers.location]).toEqual([303, '/sign-in'])
  })

  test('says that a form or a file was not accepted after the session has ended, and returns to its page', async () => {
    const { browser } = await signedIn('Staff')
    const page = `/console/${admin.tenant.key}/me`
    for (const [url, type] of [
      ['/console/save', 'application/x-www-form-urlencoded'],
      ['/console/upload', 'multipart/form-data; boundary=x'],
    ] as const) {
      const headers = { referer: `http://localhost:80${page}`, 'content-type': type }
      const lost = await server.app.inject({ method: 'POST', url, headers, payload: 'name=Ada' })
      expect([lost.statusCode, lost.headers.location]).toEqual([303, `/sign-in?${new URLSearchParams({ next: page })}`])
      const [notice] = lost.cookies
      const cookie = `${notice?.name}=${notice?.value}`
      const signIn = await server.app.inject({ url: String(lost.headers.location), headers: { cookie } })
      expect(signIn.body).toContain('You were signed out. Nothing was changed. Sign in and repeat it.')
    }
    await browser.open('/sign-in')
    expect(browser.page, 'without a form').not.toContain('You were signed out')
  })

  test('calls operations with the scopes of the role, and with its problems', async () => {
    const { browser, email } = await signedIn('Read only')
    const { me, keys: status } = shown((await browser.open(`/console/${admin.tenant.key}/me`)).body)
    expect(me).toMatchObject({ Kind: 'login', EmailAddress: email, RoleName: 'Read only', Application: null })
    expect(status).toBe(200)
    const refused = await browser.submit('/console/save', { name: 'Ada' })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient-scope'])
  })

  test('changes records in the name of the login', async () => {
    const { browser } = await signedIn('Staff')
    await browser.open(`/console/${admin.tenant.key}/me`)
    const saved = await browser.submit('/console/save', { name: 'Grace' })
    expect(saved.statusCode, saved.body).toBe(200)
    const { ContactId } = saved.json()
    const [entry] = await server.database.system.auditEntry.findMany({
      where: { tenantId: admin.tenant.id, entity: 'contact', entityId: ContactId },
    })
    expect(entry?.actor).toMatch(/^login:\d+$/)
  })

  test('spends the rate limits of the login', async () => {
    const limited = await buildTestApp({ url: server.url, config: { credentialRate: 3 }, routes: probe })
    const browser = new Browser(limited)
    await browser.signIn(await registerLogin(server, admin.tenant, 'Administrator'))
    const found = []
    for (let n = 0; n < 3; n++) found.push(shown((await browser.open(`/console/${admin.tenant.key}/me`)).body))
    expect(found.at(-1)).toMatchObject({ me: { code: 'rate-limited' }, keys: 429 })
    await limited.close()
  })

  test('refuses forms of other sites, sessions and browsers', async () => {
    const { browser } = await signedIn('Staff')
    await browser.open(`/console/${admin.tenant.key}/me`)
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    const send = async (fields: Record<string, string>, headers: Record<string, string>) =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/console/save',
          headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: browser.cookies, ...headers },
          payload: new URLSearchParams(fields).toString(),
        })
      ).statusCode
    expect(await send({ name: 'A' }, {})).toBe(403)
    expect(await send({ name: 'A', form: 'x'.repeat(43) }, {})).toBe(403)
    expect(await send({ name: 'A', form }, { origin: 'https://evil.example' })).toBe(403)
    expect(await send({ name: 'A', form }, { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await send({ name: 'A', form }, { 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await send({ name: 'A', form }, { origin: 'http://localhost:80' })).toBe(200)
    expect(await send({ name: 'A', form }, { origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  test('asks again about a form that was opened before the last sign-in, with what was entered but no secret', async () => {
    const { browser, email } = await signedIn('Staff')
    await browser.open(`/console/${admin.tenant.key}/me`)
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    await browser.submit('/sign-out', { form })
    await browser.signIn(email)
    const stale = await browser.submit('/console/save', { name: 'Mary <Somerville>', form })
    expect([stale.statusCode, stale.body.includes('Nothing was changed yet')]).toEqual([403, true])
    expect(stale.body).toContain('<dd>Mary &lt;Somerville&gt;</dd>')
    expect(stale.body).toContain(`Send it now as ${email}`)
    const saved = await browser.submit('/console/save', { name: 'Mary' })
    expect(saved.statusCode, saved.body).toBe(200)
    await browser.open(`/console/${admin.tenant.key}/me`)
    const secret = await browser.submit('/console/save', { password: 'a secret text', form: 'x' })
    expect(secret.body).not.toContain('a secret text')
    expect(secret.body).toContain('Open the page again')
    expect(await contactsNamed('Mary <Somerville>'), 'the form did nothing, also after its response').toBe(0)
  })

  test('sends no form of another person, and names the person that is signed in', async () => {
    const { browser } = await signedIn('Staff')
    await browser.open(`/console/${admin.tenant.key}/me`)
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    const other = await registerLogin(server, admin.tenant, 'Staff')
    await browser.submit('/sign-out', { form })
    await browser.signIn(other)
    const stale = await browser.submit('/console/save', { name: 'Nobody', form })
    expect([stale.statusCode, stale.body.includes(`You are signed in as <strong>${other}</strong>`)]).toEqual([
      403,
      true,
    ])
    expect(stale.body).toContain('Open the page again')
    expect(stale.body).not.toContain('Send it now')
    expect(stale.body, 'no form with the token of the session').not.toContain('name="form"')
    await browser.open(`/console/${admin.tenant.key}/me`)
    expect(await contactsNamed('Nobody'), 'the form did nothing, also after its response').toBe(0)
  })

  test('shows only the organizations of the login, and none after it is disabled', async () => {
    const { browser, email } = await signedIn('Staff')
    const other = await server.tenant()
    expect((await browser.open(`/console/${other.tenant.key}/me`)).statusCode).toBe(404)
    await disableLogin(server.database, email, new Date())
    expect((await browser.open(`/console/${admin.tenant.key}/me`)).statusCode).toBe(303)
  })

  test('loses a seat that is removed at once', async () => {
    const { browser, email } = await signedIn('Staff')
    const { system } = server.database
    expect((await browser.open(`/console/${admin.tenant.key}/me`)).statusCode).toBe(200)
    const { id } = await system.login.findFirstOrThrow({ where: { email } })
    await system.staff.deleteMany({ where: { tenantId: admin.tenant.id, loginId: id } })
    expect((await browser.open(`/console/${admin.tenant.key}/me`)).statusCode).toBe(404)
    expect((await browser.open('/account')).body).toContain('no access to an organization')
  })
})

describe('the token of a call by a page', () => {
  test('is unknown to all other requests', async () => {
    for (const token of ['page.', `page.${'A'.repeat(43)}`]) {
      const answer = await server.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid-token'])
    }
  })
})
