import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  Browser,
  exchange,
  obtainCode,
  refresh,
  registerClient,
  registerLogin,
  statusWith,
  type TestClient,
} from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const tokensOf = async (client: TestClient, email: string) => {
  const { code, verifier } = await obtainCode(server, client, email)
  return (await exchange(server, client, code, verifier)).json()
}

describe('the page of applications', () => {
  test('lists what a person has allowed, and ends it with its tokens', async () => {
    const email = await registerLogin(server, admin.tenant)
    const other = await registerLogin(server, admin.tenant)
    const desk = await registerClient(admin)
    const shop = await registerClient(admin, {}, { ApplicationName: 'Shop' })
    const ended = await tokensOf(desk, email)
    const kept = await tokensOf(shop, email)
    const foreign = await tokensOf(desk, other)
    const browser = new Browser(server)
    await browser.signIn(email)
    const page = (await browser.open('/account/apps')).body
    expect(page).toContain('Member desk')
    expect(page).toContain('Shop')
    expect(page).toContain('Everything that you can do yourself')
    const { id } = admin.tenant
    const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const answer = await browser.submit('/account/apps', { form, app: `${id}-${id}-${desk.id}` })
    expect(answer.headers.location).toBe('/account/apps')
    const statuses = [ended, kept, foreign].map(({ access_token }) => statusWith(server, access_token))
    expect(await Promise.all(statuses)).toEqual([401, 200, 200])
    expect((await refresh(server, desk, ended.refresh_token)).json().error).toBe('invalid_grant')
    expect((await browser.open('/account/apps')).body).not.toContain('Member desk')
  })

  test.each(['x', '1-2', '0-0-0', '999999999-1-1'])('ends nothing for %s', async (key) => {
    const email = await registerLogin(server, admin.tenant)
    const { access_token } = await tokensOf(await registerClient(admin), email)
    const browser = new Browser(server)
    await browser.signIn(email)
    await browser.open('/account/apps')
    const form = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    expect((await browser.submit('/account/apps', { form, app: key })).statusCode).toBe(303)
    expect(await statusWith(server, access_token)).toBe(200)
  })
})
