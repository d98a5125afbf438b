import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '#kernel/crypto/api-key'
import { sealer } from '#kernel/crypto/seal'
import { deriveFrom } from '#services/auth/installation-secret'
import { unsubscribeTokens, unsubscribeUrl } from '#services/mail/unsubscribe/unsubscribe-token'
import { ask } from '../installation/embedded-support.ts'
import { Browser, PASSWORD } from '../support/identity/oauth.ts'
import { type Receiver, startReceiver } from '../support/integration/receiver.ts'
import { requestLink } from '../support/people/members.ts'
import { binaries } from './cluster.ts'
import { codeOfGuide } from './guide.ts'
import { openProxy, type RoutingProxy } from './haproxy.ts'
import { GUILDHALL_SECRET, type Installation, openInstallation, type RoutedCaller } from './installation.ts'
import { expectTokens, tokensOf } from './proxied-tokens.ts'
import { requestsTo } from './requests.ts'

let proxy: RoutingProxy
let receiver: Receiver
let north: Installation
let south: Installation
/** Two tenants of one installation, and one of the other. */
let ada: RoutedCaller
let bea: RoutedCaller
let cid: RoutedCaller
beforeAll(async () => {
  proxy = await openProxy()
  receiver = await startReceiver()
  north = await openInstallation(proxy.url, 'north')
  south = await openInstallation(proxy.url, 'south', codeOfGuide('-- The second installation'))
  ada = await north.tenant('ada')
  bea = await north.tenant('bea')
  cid = await south.tenant('cid')
  await proxy.start({ north: await north.startWeb(), south: await south.startWeb() }, [
    { ...ada, at: 'north' },
    { ...bea, at: 'north' },
    { ...cid, at: 'south' },
  ])
  await Promise.all([north.startWorker(), south.startWorker()])
}, 480_000)
afterAll(async () => {
  await proxy.stop()
  await receiver.close()
  await north.stop()
  await south.stop()
})

const all = () => [ada, bea, cid]

describe('two installations whose records have the same ids, behind one proxy', () => {
  test('a key reaches the records of its tenant, in every form', async () => {
    const ids = new Set<number>()
    for (const caller of all()) {
      const { ContactId } = await caller.post<{ ContactId: number }>('/api/contacts/person/0', {
        FirstName: caller.key,
        LastName: 'Person',
      })
      ids.add(ContactId)
      for (const headers of [
        { authorization: `ApiKey ${caller.secret}` },
        { authorization: `Bearer ${caller.secret}` },
        { 'x-api-key': caller.secret },
        { 'x-api-key': caller.secret, authorization: `ApiKey ${caller.secret}` },
      ]) {
        const found = await fetch(`${proxy.url}/api/contacts/person/${ContactId}`, { headers })
        expect(found.status).toBe(200)
        expect(await found.json()).toMatchObject({ FirstName: caller.key })
      }
    }
    // The first contact of the other installation has the id of one of the first: only the credential differs.
    expect(ids.size).toBe(2)
  })

  test('an unknown credential, and none, get 401', async () => {
    const headersOf = [
      {},
      { 'x-api-key': makeToken('ghk', 35) },
      { 'x-api-key': makeToken('ghk', Number.parseInt(cid.id, 36)) },
      { 'x-api-key': makeToken('ghk') },
      { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.AAAA' },
      { authorization: 'Basic Og==' },
    ]
    for (const headers of headersOf) {
      const refused = await fetch(`${proxy.url}/api/contacts`, { headers })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).not.toBeNull()
      expect(refused.headers.get('content-type')).toContain('application/problem+json')
    }
    expect((await fetch(proxy.url)).status).toBe(200)
  })

  test('public records are those of the tenant in X-Tenant-Key, and secret addresses name theirs', async () => {
    const tokens = unsubscribeTokens(sealer(deriveFrom(GUILDHALL_SECRET).key('sealed-records')))
    for (const caller of all()) {
      const Name = `Events of ${caller.key}`
      const url = await feedOf(caller, Name)
      expect(url.startsWith(proxy.url)).toBe(true)
      expect(await (await fetch(url)).text()).toContain(Name)
      const shown = await fetch(`${proxy.url}/api/public/calendars`, { headers: { 'x-tenant-key': caller.key } })
      expect(await shown.text()).toContain(Name)

      const subscription = { tenantId: Number.parseInt(caller.id, 36), addressKey: 'a@x.example', category: 'notices' }
      const page = await fetch(unsubscribeUrl(proxy.url, tokens.make(subscription)))
      expect(await page.text()).toContain(`Mail from ${caller.key}`)
    }
  })

  test('a webhook is delivered by the installation of its tenant', async () => {
    for (const caller of all()) {
      await caller.post('/api/webhooks/setup', { Url: `${receiver.url}/${caller.key}`, IgnoreWebhookValidation: true })
      await caller.post('/api/contacts/person/0', { FirstName: caller.key, LastName: 'Hook' })
    }
    const arrived = () => receiver.arrived.map(({ path, body }) => `${path} ${JSON.parse(body).tenantKey}`)
    const expected = all().map(({ key }) => `/${key} ${key}`)
    await expect.poll(() => [...new Set(arrived())].sort(), { timeout: 20_000 }).toEqual(expected)
  })

  test('members and staff sign in, and clients get their tokens, at the installation of the tenant', async () => {
    for (const caller of [ada, cid]) {
      await expectTokens(proxy.url, caller, '/api/self/calendarsubmissions', await tokensOfMember(caller))
      const staff = `staff@${caller.key}.example`
      await addStaff(caller, staff, caller === cid ? south : north)
      await expectTokens(proxy.url, caller, '/api/contacts', await tokensOfStaff(caller, staff))
    }
  })
})

describe('pages of staff at the address that the installations share', () => {
  test('the console of a tenant, the account and a new password are at the installation of the person', async () => {
    const email = 'console@cid.example'
    await addStaff(cid, email, south)
    const browser = new Browser(requestsTo(proxy.url))
    const { headers } = await browser.open('/console/cid')
    const signIn = String(headers.location)
    await browser.open(signIn)
    const { headers: signedIn } = await browser.submit('/sign-in', { email, password: PASSWORD })
    expect(signedIn.location).toBe('/console/cid')
    expect((await browser.open('/console/cid')).body).toContain('href="/account?installation=south"')
    expect((await browser.open('/account')).body).toContain(email)

    // A person without a session, in a browser that last was at the other installation.
    const other = new Browser(requestsTo(proxy.url))
    await other.open('/sign-in?installation=north')
    const link = await south.guildhall(`login reset --email ${email}`)
    expect(link).toMatch(/\?installation=south$/)
    expect((await other.open(link.slice(proxy.url.length))).body).toContain(email)
    const password = 'another long passphrase of staff'
    const reset = new URL(link).pathname
    await other.submit(reset, { password })
    await other.open('/sign-in')
    const done = await other.submit('/sign-in', { email, password })
    expect(done.headers.location).toBe('/console')
  })

  test('sessions at two installations do not end each other', async () => {
    const browser = new Browser(requestsTo(proxy.url))
    for (const [caller, at] of [
      [ada, north],
      [cid, south],
    ] as const) {
      const email = `both@${caller.key}.example`
      await addStaff(caller, email, at)
      await browser.open(`/sign-in?next=/console/${caller.key}`)
      await browser.submit('/sign-in', { email, password: PASSWORD, next: `/console/${caller.key}` })
    }
    for (const { key } of [ada, cid, ada])
      expect((await browser.open(`/console/${key}`)).body).toContain(`<a class="home" href="/console/${key}">`)
  })

  test('an event without its tenant is refused, because another tenant can have its id', async () => {
    const ids = new Set<number>()
    for (const caller of [ada, cid]) {
      const { EventId } = await caller.post<{ EventId: number }>('/api/events/0', {
        Name: `Event of ${caller.key}`,
        StartDate: '2031-03-04T18:00:00Z',
        Status: 'Published',
        RegistrationTypes: [{ Name: 'Ticket' }],
      })
      ids.add(EventId)
      expect(await (await fetch(`${proxy.url}/events/${caller.key}/${EventId}`)).text()).toContain(
        `Event of ${caller.key}`,
      )
      const url = `${proxy.url}/api/public/events/getenv/${EventId}`
      const named = await fetch(url, { headers: { 'x-tenant-key': caller.key } })
      expect(await named.text()).toContain(`Event of ${caller.key}`)
      expect(await (await fetch(url)).json()).toMatchObject({
        Status: 404,
        StatusMessage: 'No tenant was found for the event. Send the key of its tenant in X-Tenant-Key.',
      })
    }
    expect(ids.size).toBe(1)
  })
})

/** Publishes a calendar, and returns the address of its feed. */
const feedOf = async (caller: RoutedCaller, Name: string): Promise<string> => {
  const calendar = { Name, IsPublicViewable: true, IsICalPublishingEnabled: true }
  const { CalendarId } = await caller.post('/api/calendars/0', calendar)
  const saved = await fetch(`${proxy.url}/api/calendars/${CalendarId}`, { headers: { 'x-api-key': caller.secret } })
  return ((await saved.json()) as { EntireUrl: string }).EntireUrl
}

const tokensOfMember = async (caller: RoutedCaller) => {
  const email = `member@${caller.key}.example`
  const { ContactId } = await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Member' })
  await caller.post('/api/memberlogins/0', { ContactId, EmailAddress: email })
  return tokensOf(proxy.url, caller, 'self', async (browser, next) => {
    await requestLink(browser, caller.key, email, next)
    const link = () => mailedLink(caller, email)
    await expect.poll(link, { timeout: 20_000 }).toContain(proxy.url)
    const url = (await link()).slice(proxy.url.length)
    await browser.open(url)
    await browser.submit(url, {})
  })
}

const addStaff = ({ key }: RoutedCaller, email: string, to: Installation, password = PASSWORD) =>
  to.guildhall(`login create --tenant ${key} --email ${email} --name Staff --role Administrator`, {
    GUILDHALL_PASSWORD: password,
  })

const tokensOfStaff = (caller: RoutedCaller, email: string) =>
  tokensOf(proxy.url, caller, 'admin', async (browser, next) => {
    await browser.open(`/sign-in?${new URLSearchParams({ next })}`)
    await browser.submit('/sign-in', { email, password: PASSWORD })
  })

/** The newest link in a mail to an address. */
const mailedLink = async (caller: RoutedCaller, email: string) => {
  const sql = `SELECT data #>> '{sign_in,url}' FROM mail_message WHERE to_address = '${email}' ORDER BY id DESC LIMIT 1`
  return String((await ask((caller === cid ? south : north).superuser, sql)) ?? '')
}

describe('a tenant that moves to the other installation', () => {
  test('keeps its records, keys, feeds, webhooks and staff', async () => {
    const { ContactId } = await bea.post('/api/contacts/person/0', { FirstName: 'Before', LastName: 'Move' })
    const url = await feedOf(bea, 'Moved calendar')
    await addStaff(bea, 'staff@cid.example', north, 'the password of another login')
    await addStaff(bea, 'staff@bea.example', north)
    const app = `INSERT INTO login_totp (login_id, secret_sealed, confirmed_at, created_at)
      SELECT id, 'sealed of ' || email, now(), now() FROM login WHERE email IN ('staff@bea.example', 'staff@cid.example')`
    await ask(north.superuser, app)
    const contact = (id: unknown) =>
      fetch(`${proxy.url}/api/contacts/person/${id}`, { headers: { 'x-api-key': bea.secret } })

    await proxy.route(bea, 'moving')
    const waiting = await contact(ContactId)
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await waiting.json()).toMatchObject({ status: 503, code: 'unavailable' })
    await Promise.all([north.stopWorker(), south.stopWorker()])
    expect(() => move(bea, 'postgres://nobody@127.0.0.1:1/nothing')).toThrow()
    expect(await ask(north.superuser, `SELECT count(*) FROM tenant WHERE key = '${bea.key}'`)).toBe('1')
    move(bea)
    await Promise.all([north.startWorker(), south.startWorker()])
    await proxy.route(bea, 'south')

    expect(await (await contact(ContactId)).json()).toMatchObject({ FirstName: 'Before' })
    expect(await (await fetch(url)).text()).toContain('Moved calendar')
    const now = receiver.arrived.length
    const saved = await bea.post('/api/contacts/person/0', { FirstName: 'After', LastName: 'Move' })
    expect(saved.ContactId).toBeGreaterThan(Number(ContactId))
    await expect.poll(() => receiver.arrived.slice(now).map(({ path }) => path), { timeout: 20_000 }).toContain('/bea')
    const list = await (await fetch(`${proxy.url}/api/contacts`, { headers: { 'x-api-key': bea.secret } })).json()
    expect(list).toMatchObject({ TotalRecordAvailable: String((list as { Results: unknown[] }).Results.length) })
    // Her login there stays, and has the seat now.
    await expectTokens(proxy.url, bea, '/api/contacts', await tokensOfStaff(bea, 'staff@cid.example'))
    // A person without a login there brings its second factor, and one that has a login keeps that of this login.
    const apps = `SELECT string_agg(secret_sealed, ',') FROM login_totp`
    expect(await ask(south.superuser, apps)).toBe('sealed of staff@bea.example')
    const left = async (what: string) => ask(north.superuser, `SELECT count(*) FROM ${what}`)
    expect(await left(`contact WHERE tenant_id = ${Number.parseInt(bea.id, 36)}`)).toBe('0')
    // It had a seat only there; the login of the same address in the other installation is another one.
    expect(await left(`login WHERE email = 'staff@cid.example'`)).toBe('0')
    expect(await left(`login WHERE email = 'staff@ada.example'`)).toBe('1')
  })

  test('leaves the other tenants where they are', async () => {
    for (const { key, secret } of [ada, cid]) {
      const list = await fetch(`${proxy.url}/api/contacts?$search=${key}`, { headers: { 'x-api-key': secret } })
      expect(await list.text()).toContain(`"${key}"`)
    }
  })
})

/** Runs the commands of the guide as an interactive shell does. */
const move = (tenant: RoutedCaller, target = south.superuser) =>
  execFileSync('bash', ['-c', codeOfGuide('# move')], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'pipe',
    env: {
      PATH: `${binaries()}:${process.env.PATH}`,
      TENANT_KEY: tenant.key,
      SOURCE_URL: north.superuser,
      TARGET_URL: target,
    },
  })
