import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { openConsole } from '#test/support/console/console'
import { Browser, registerLogin } from '#test/support/identity/oauth'

let server: TestApp
let mine: TestCaller
let theirs: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  theirs = await server.foreignTenant()
})
afterAll(() => server.close())

const SECTIONS = [
  ['/people', 'contacts:read'],
  ['/mails', 'mail:read'],
  ['/webhooks', 'webhooks:read'],
  ['/workflows', 'workflows:read'],
  ['/jobs', 'logs:read'],
  ['/imports', 'imports:read'],
  ['/books', 'books:read'],
  ['/ledger', 'logs:read'],
  ['/keys', 'application-permissions:read'],
  ['/apps', 'application-permissions:read'],
  ['/limits', 'tenant-settings:read'],
  ['/history', 'logs:read'],
  ['/log', 'logs:read'],
] as const

describe('the console', () => {
  test('sends a visitor to the sign-in page, and back to the page that was opened', async () => {
    const browser = new Browser(server)
    for (const path of ['', ...SECTIONS.map(([section]) => section)]) {
      const url = `/console/${mine.tenant.key}${path}`
      const { statusCode, headers } = await browser.open(url)
      expect([statusCode, headers.location], path).toEqual([303, `/sign-in?next=${encodeURIComponent(url)}`])
    }
  })

  test('shows in its menu only what the role may read, and rejects the rest with the reason', async () => {
    for (const [section, scope] of SECTIONS) {
      const reader = await openConsole(server, mine, [scope])
      const shown = await reader.open(section)
      expect(shown.status, shown.words).toBe(200)
      const other = await openConsole(server, mine, ['help:read'])
      const refused = await other.open(section)
      expect([refused.status, refused.words.includes('Your role does not include this')], section).toEqual([403, true])
      expect(refused.text).not.toContain(`href="/console/${mine.tenant.key}${section}"`)
    }
  })

  test('shows every section to an administrator, empty ones with what to do', async () => {
    const admin = await openConsole(server, await server.tenant())
    for (const [section] of SECTIONS) {
      const { status, text } = await admin.open(section)
      expect(status, section).toBe(200)
      if (!['/keys', '/history', '/books', '/limits'].includes(section))
        expect(text, section).toContain('class="empty"')
    }
  })

  test('does not show another organization, nor records of it', async () => {
    const { browser, open } = await openConsole(server, mine)
    const foreign = await browser.open(`/console/${theirs.tenant.key}/mails`)
    expect([foreign.statusCode, foreign.body.includes('No access to this organization')]).toEqual([404, true])
    const unknown = await browser.open('/console/no-such-tenant/mails')
    expect(unknown.body).toBe(foreign.body)
    const key = (await theirs.get('/api/applicationpermissions/apikeys')).json()[0].ApplicationPermissionId
    expect((await open(`/keys/${key}/revoke`)).status).toBe(404)
  })

  test('lets a login with several organizations choose one', async () => {
    const { browser, email } = await openConsole(server, mine)
    expect((await browser.open('/console')).headers.location).toBe(`/console/${mine.tenant.key}`)
    await registerLogin(server, theirs.tenant, 'Read only', email)
    const { statusCode, body } = await browser.open('/console')
    expect(statusCode).toBe(200)
    for (const { tenant } of [mine, theirs]) expect(body).toContain(`href="/console/${tenant.key}"`)
    expect((await browser.open(`/console/${theirs.tenant.key}`)).body).toContain('Change')
  })

  test('rejects a form without the token of the session', async () => {
    const { browser } = await openConsole(server, mine)
    const sent = await server.app.inject({
      method: 'POST',
      url: `/console/${mine.tenant.key}/webhooks/1/pause`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: browser.cookies },
      payload: 'form=wrong',
    })
    expect(sent.statusCode).toBe(403)
  })

  test('forbids scripts and content of other sites, and is not stored', async () => {
    const { browser } = await openConsole(server, mine)
    const { headers } = await browser.open(`/console/${mine.tenant.key}`)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(headers['cache-control']).toBe('no-store')
  })

  test('escapes what records contain', async () => {
    const tenant = await server.tenant()
    const body = { ApplicationName: '<img src=x onerror=alert(1)>', ApiKeyInfoJson: '{"Scopes":["contacts:read"]}' }
    expect((await tenant.post('/api/applicationpermissions/apikeys/0', body)).statusCode).toBe(200)
    const { text } = await (await openConsole(server, tenant)).open('/keys')
    expect(text).toContain('&lt;img src=x')
    expect(text).not.toContain('<img')
  })
})

describe('the overview', () => {
  test('counts only what the role may read', async () => {
    const { words } = await (await openConsole(server, mine, ['mail:read'])).open('')
    expect(words).toContain('failed mails')
    expect(words).not.toContain('webhook')
    const none = await (await openConsole(server, mine, ['help:read'])).open('')
    expect(none.words).toContain('no access to the sections')
  })

  test('counts every failing webhook, and the list shows all on pages', async () => {
    const tenant = await server.tenant()
    const { system } = server.database
    await system.webhook.createMany({
      data: Array.from({ length: 70 }, (_one, at) => ({
        tenantId: tenant.tenant.id,
        description: `Receiver ${String(at).padStart(2, '0')}`,
        url: `https://receiver.example/${at}`,
        filters: ['*'],
        payloadStyle: 'thin',
        ...(at >= 10 && { failingSince: new Date() }),
      })),
    })
    const office = await openConsole(server, tenant)
    expect((await office.open('')).words).toContain('60 failing webhooks')
    const first = await office.open('/webhooks')
    expect([first.words.includes('70 webhooks'), first.words.includes('Receiver 49')]).toEqual([true, true])
    expect(first.words).not.toContain('Receiver 50')
    const second = await office.open('/webhooks?from=50')
    expect([second.words.includes('Receiver 69'), second.words.includes('Receiver 49')]).toEqual([true, false])
  })
})
