import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLogin } from '#services/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import {
  authorizeUrl,
  Browser,
  obtainCode,
  PASSWORD,
  pkcePair,
  postAsClient,
  REDIRECT,
  refresh,
  registerClient,
  registerLogin,
  statusWith,
} from '#test/support/identity/oauth'
import { staffTokens } from '#test/support/people/staff-tokens'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  // Tests of other files have used the same address.
  await forgetAddresses(server)
})
afterEach(() => forgetAddresses(server))
afterAll(() => server.close())

const PAGE = '/account/second-factor'
const open = async () => {
  admin = await server.tenant()
}
const require = async (isOn = true, caller = admin) => {
  const { AuditId } = (await caller.get('/api/settings/tenant')).json()
  const saved = await caller.post('/api/settings/tenant', { AuditId, RequiresSecondFactor: isOn })
  expect([saved.statusCode, saved.json().RequiresSecondFactor]).toEqual([200, isOn])
}
const signIn = async (email: string, next = '') => {
  const browser = new Browser(server)
  await browser.open(`/sign-in${next && `?${new URLSearchParams({ next })}`}`)
  return { browser, answer: await browser.submit('/sign-in', { email, password: PASSWORD }) }
}

/** Sets up an app on the page that the browser shows. Returns the page with the recovery codes. */
const setUp = async (browser: Browser, address: string) => {
  await browser.open(address)
  const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
  const begun = await browser.submit(address, { form, action: 'begin-app', current: PASSWORD })
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(begun.body)?.[1] ?? '').replaceAll(' ', '')
  return browser.submit(address, { form, action: 'confirm-app', code: new TOTP({ secret }).generate() })
}

describe('a tenant that requires a second factor', () => {
  test('leads staff without one to set it up after the sign-in, and then to the page that it wanted', async () => {
    await open()
    const email = await registerLogin(server, admin.tenant)
    await require()
    const wanted = `/console/${admin.tenant.key}/mails`
    const { browser, answer } = await signIn(email, wanted)
    expect(answer.headers.location).toBe(wanted)
    const led = await browser.open(wanted)
    const address = String(led.headers.location)
    expect([led.statusCode, address]).toEqual([303, `${PAGE}?${new URLSearchParams({ next: wanted })}`])
    const page = await browser.open(address)
    expect(page.body).toContain(`<strong>${admin.tenant.name}</strong> requires a second factor`)
    const codes = await setUp(browser, address)
    expect(codes.body).toContain(`href="${wanted}"`)
    expect((await browser.open(wanted)).statusCode).toBe(200)
  })

  test('shows none of its pages and performs none of its forms in a session that started before', async () => {
    await open()
    const email = await registerLogin(server, admin.tenant)
    const { browser } = await signIn(email)
    const own = `/console/${admin.tenant.key}`
    await browser.open(own)
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    await require()
    const id = (await admin.get('/api/applicationpermissions/apikeys')).json()[0]?.ApplicationPermissionId
    const revoked = await browser.submit(`${own}/keys/${id}/revoke`, { form })
    expect([revoked.statusCode, revoked.headers.location]).toEqual([303, PAGE])
    expect((await browser.open(PAGE)).body).toContain('Nothing was changed yet. Set up a second factor')
    for (const path of [own, `${own}/mails`, `${own}/imports/1/refused.csv`]) {
      const led = await browser.open(path)
      expect([path, led.statusCode, String(led.headers.location).startsWith(PAGE)]).toEqual([path, 303, true])
    }
    await require(false)
    expect((await browser.open(own)).statusCode).toBe(200)
  })

  test('leaves the own account open, which shows what requires the factor', async () => {
    await open()
    const { browser } = await signIn(await registerLogin(server, admin.tenant))
    await require()
    for (const path of ['/account', '/account/sessions', '/account/apps', '/account/password'])
      expect([path, (await browser.open(path)).statusCode]).toEqual([path, 200])
    expect((await browser.open(PAGE)).body).toContain(`<strong>${admin.tenant.name}</strong> requires a second factor`)
    await browser.open('/account')
    expect((await browser.submit('/sign-out', {})).headers.location).toBe('/sign-in')
  })

  test('keeps a person of another organization, to whom it gave a seat, from nothing there', async () => {
    await open()
    const hostile = await server.tenant()
    const email = await registerLogin(server, admin.tenant)
    const seat = { EmailAddress: email, Name: 'Ada', RoleName: 'Administrator' }
    expect((await hostile.post('/api/seats/0', seat)).statusCode).toBe(200)
    await require(true, hostile)
    const { browser, answer } = await signIn(email)
    expect(answer.headers.location).toBe('/console')
    expect((await browser.open('/console')).body, 'chooses').toContain(`href="/console/${hostile.tenant.key}"`)
    expect((await browser.open(`/console/${admin.tenant.key}`)).statusCode).toBe(200)
    const own = await registerClient(admin)
    expect((await obtainCode(server, own, email)).code).not.toBe('')
    const led = await browser.open(`/console/${hostile.tenant.key}`)
    expect(led.headers.location).toBe(`${PAGE}?${new URLSearchParams({ next: `/console/${hostile.tenant.key}` })}`)
    const { clientId } = await registerClient(hostile)
    const asked = { client_id: clientId, redirect_uri: REDIRECT, code_challenge: pkcePair().challenge }
    expect(String((await browser.open(authorizeUrl(asked))).headers.location).startsWith(`${PAGE}?next=`)).toBe(true)
  })

  test('is asked for a factor by an application of all organizations when the person chooses it', async () => {
    await open()
    const hostile = await server.tenant()
    const email = await registerLogin(server, admin.tenant)
    await hostile.post('/api/seats/0', { EmailAddress: email, Name: 'Ada', RoleName: 'Administrator' })
    await require(true, hostile)
    const operator = await server.caller(admin.tenant, ['admin', 'platform'])
    const client = await registerClient(operator, {}, { IsGlobal: true })
    const { challenge } = pkcePair()
    const url = authorizeUrl({ client_id: client.clientId, redirect_uri: REDIRECT, code_challenge: challenge })
    const { browser } = await signIn(email, url)
    await browser.open(url)
    const refused = await browser.submit(url, { decision: 'allow', tenant: String(hostile.tenant.id) })
    expect([refused.statusCode, String(refused.headers.location).startsWith(`${PAGE}?next=`)]).toEqual([303, true])
    await browser.open(url)
    const granted = await browser.submit(url, { decision: 'allow', tenant: String(admin.tenant.id) })
    expect(new URL(String(granted.headers.location)).searchParams.get('code')).toBeTruthy()
  })

  test('leads from a form back to its page after the set-up', async () => {
    await open()
    const { browser } = await signIn(await registerLogin(server, admin.tenant))
    const own = `/console/${admin.tenant.key}`
    await browser.open(own)
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    await require()
    const lost = await server.app.inject({
      method: 'POST',
      url: `${own}/jobs/1/retry`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: browser.cookies,
        referer: `http://localhost:80${own}/jobs`,
      },
      payload: new URLSearchParams({ form }).toString(),
    })
    const address = String(lost.headers.location)
    expect([lost.statusCode, address]).toEqual([303, `${PAGE}?${new URLSearchParams({ next: `${own}/jobs` })}`])
    expect((await setUp(browser, address)).body).toContain(`href="${own}/jobs"`)
  })

  test('allows no application before, and then goes on with its request', async () => {
    await open()
    const email = await registerLogin(server, admin.tenant)
    const client = await registerClient(admin)
    await require()
    const { challenge } = pkcePair()
    const url = authorizeUrl({ client_id: client.clientId, redirect_uri: REDIRECT, code_challenge: challenge })
    const { browser } = await signIn(email, url)
    const led = await browser.open(url)
    const address = String(led.headers.location)
    expect([led.statusCode, address.startsWith(`${PAGE}?next=%2Foauth2%2Fauthorize`)]).toEqual([303, true])
    const codes = await setUp(browser, address)
    expect(codes.body).toContain('href="/oauth2/authorize?')
    expect((await browser.open(url)).statusCode).toBe(200)
  })

  test('gives applications no further tokens, and the refresh token works again after the set-up', async () => {
    await open()
    const staff = await staffTokens(server, admin)
    await require()
    expect(await statusWith(server, staff.access)).toBe(200)
    const described = await postAsClient(server, '/oauth2/introspect', staff.client, { token: staff.access })
    expect(described.json().active).toBe(true)
    const refused = await refresh(server, staff.client, staff.refresh)
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_grant'])
    const { browser } = await signIn(staff.email)
    await setUp(browser, PAGE)
    expect((await refresh(server, staff.client, staff.refresh)).statusCode).toBe(200)
  })

  test('keeps the last factor from being removed', async () => {
    await open()
    const email = await registerLogin(server, admin.tenant)
    await require()
    const { browser } = await signIn(email)
    await setUp(browser, PAGE)
    await browser.open(PAGE)
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    const kept = await browser.submit(PAGE, { form, action: 'remove-app', current: PASSWORD })
    expect([kept.statusCode, kept.body.includes('requires a second factor. Add another one')]).toEqual([409, true])
    await require(false)
    expect((await browser.submit(PAGE, { form, action: 'remove-app', current: PASSWORD })).statusCode).toBe(303)
  })

  test('lets the app be replaced, so that a lost phone locks no person out', async () => {
    await open()
    const email = await registerLogin(server, admin.tenant)
    await require()
    const { browser } = await signIn(email)
    const [, code = ''] = /<code>([0-9a-z-]+)<\/code>/.exec((await setUp(browser, PAGE)).body) ?? []
    await browser.open(PAGE)
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    const begun = await browser.submit(PAGE, { form, action: 'replace-app', current: PASSWORD, code })
    expect(begun.statusCode, begun.body).toBe(200)
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(begun.body)?.[1] ?? '').replaceAll(' ', '')
    const confirmed = await browser.submit(PAGE, { action: 'confirm-app', code: new TOTP({ secret }).generate() })
    expect([confirmed.statusCode, (await browser.open('/account')).statusCode]).toEqual([303, 200])
  })

  test('closes its own seats for tokens, and no seat of another tenant', async () => {
    await open()
    const other = await server.tenant()
    const staff = await staffTokens(server, other)
    await createLogin(server.database, {
      tenantKey: admin.tenant.key,
      email: staff.email,
      displayName: 'Ada',
      password: PASSWORD,
      role: 'Staff',
    })
    const here = await staffTokens(server, admin, { email: staff.email })
    await require()
    expect((await refresh(server, here.client, here.refresh)).statusCode).toBe(400)
    expect((await refresh(server, staff.client, staff.refresh)).statusCode).toBe(200)
  })

  test('concerns neither API keys nor staff with a factor', async () => {
    await open()
    const staff = await staffTokens(server, admin)
    await setUp((await signIn(staff.email)).browser, PAGE)
    await require()
    expect((await admin.get('/api/seats')).statusCode).toBe(200)
    expect((await refresh(server, staff.client, staff.refresh)).statusCode).toBe(200)
  })
})

describe('a reset of the second factor by an operator', () => {
  test('ends the sessions and tokens of the login', async () => {
    await open()
    const staff = await staffTokens(server, admin)
    const { browser } = await signIn(staff.email)
    await setUp(browser, PAGE)
    const platform = await server.caller(admin.tenant, ['platform'])
    expect((await platform.post(`/api/seats/${staff.id}/resetsecondfactor`)).statusCode).toBe(200)
    expect((await browser.open('/account')).statusCode).toBe(303)
    expect(await statusWith(server, staff.access)).toBe(401)
    expect((await refresh(server, staff.client, staff.refresh)).statusCode).toBe(400)
  })
})
