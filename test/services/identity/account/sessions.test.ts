import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserName } from '#services/identity/account/browser-name'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, registerLogin } from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
const skew = { ms: 0 }
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date(Date.now() + skew.ms) } })
  admin = await server.tenant()
})
afterAll(() => server.close())

const signIn = async (email: string): Promise<Browser> => {
  const browser = new Browser(server)
  expect((await browser.signIn(email)).statusCode).toBe(303)
  return browser
}
const isIn = async (browser: Browser) => (await browser.open('/account')).statusCode === 200

describe('the page of sessions', () => {
  test('shows each with its browser, address and last use, and ends one or all others', async () => {
    const email = await registerLogin(server, admin.tenant)
    const here = await signIn(email)
    const second = await signIn(email)
    const third = await signIn(email)
    const { id } = await server.database.system.login.findFirstOrThrow({ where: { email } })
    const rows = await server.database.system.loginSession.findMany({ where: { loginId: id }, orderBy: { id: 'asc' } })
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    await server.database.system.loginSession.updateMany({ where: { id: rows[1]?.id ?? 0 }, data: { userAgent } })
    const page = (await here.open('/account/sessions')).body
    expect(page).toContain('Firefox on Windows')
    expect(page).toContain('127.0.0.1')
    expect(page.match(/This browser/g)).toHaveLength(1)

    const ended = await here.submit('/account/sessions', { session: String(rows[1]?.id) })
    expect(ended.headers.location).toBe('/account/sessions')
    expect((await here.open('/account/sessions')).body).toContain('The session has ended.')
    expect((await here.open('/account/sessions')).body, 'it is shown once').not.toContain('The session has ended.')
    expect([await isIn(here), await isIn(second), await isIn(third)]).toEqual([true, false, true])
    const fourth = await signIn(email)
    await here.open('/account/sessions')
    await here.submit('/account/sessions', { session: 'others' })
    expect([await isIn(here), await isIn(third), await isIn(fourth)]).toEqual([true, false, false])
  })

  test('ends no session of another login', async () => {
    const mine = await registerLogin(server, admin.tenant)
    const other = await registerLogin(server, admin.tenant)
    const here = await signIn(mine)
    const there = await signIn(other)
    const { id } = await server.database.system.login.findFirstOrThrow({ where: { email: other } })
    const foreign = await server.database.system.loginSession.findFirstOrThrow({ where: { loginId: id } })
    await here.open('/account/sessions')
    const form = /name="form" value="([^"]+)"/.exec(here.page)?.[1] ?? ''
    for (const session of [String(foreign.id), '0', 'x', '9999999999'])
      expect((await here.submit('/account/sessions', { form, session })).statusCode).toBe(303)
    expect(await isIn(there)).toBe(true)
  })

  test('shows its times in the time zone of the organization', async () => {
    const tenant = await server.tenant()
    await server.database.system.tenant.update({
      where: { id: tenant.tenant.id },
      data: { timeZone: 'Pacific/Auckland' },
    })
    const browser = new Browser(server)
    const email = await registerLogin(server, tenant.tenant)
    await browser.signIn(email)
    const { id } = await server.database.system.login.findFirstOrThrow({ where: { email } })
    const createdAt = new Date('2026-06-30T13:05:00Z')
    await server.database.system.loginSession.updateMany({ where: { loginId: id }, data: { createdAt } })
    const { body } = await browser.open('/account/sessions')
    expect(body).toContain('1 Jul 2026, 01:05')
    expect(body).toContain('Times are in the time zone Pacific/Auckland.')
  })

  test('reports nothing that an address claims', async () => {
    const browser = await signIn(await registerLogin(server, admin.tenant))
    for (const path of ['sessions?ended=others', 'password?saved=1', 'second-factor?done=removed', 'apps?ended=1'])
      expect((await browser.open(`/account/${path}`)).body, path).not.toContain('role="status"')
  })
})

describe('a session', () => {
  test('ends when it is not used for two hours, however long it would last', async () => {
    const browser = await signIn(await registerLogin(server, admin.tenant))
    for (const minutes of [100, 200, 300]) {
      skew.ms = minutes * 60_000
      expect(await isIn(browser)).toBe(true)
    }
    skew.ms += 121 * 60_000
    expect(await isIn(browser)).toBe(false)
    skew.ms = 0
  })

  test('stores its use at most once per minute', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = await signIn(email)
    const lastUse = async () =>
      (await server.database.system.loginSession.findFirstOrThrow({ where: { login: { email } } })).lastUsedAt.getTime()
    const first = await lastUse()
    skew.ms = 30_000
    await isIn(browser)
    expect(await lastUse()).toBe(first)
    skew.ms = 61_000
    await isIn(browser)
    expect(await lastUse()).toBeGreaterThan(first)
    skew.ms = 0
  })
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'Edge on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on Mac'],
  ['curl/8.9.1', 'curl/8.9.1'],
  [null, 'Unknown browser'],
])('names the browser of %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
