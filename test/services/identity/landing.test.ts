import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passkeyObstacle } from '#services/identity/second-factor/passkeys'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, PASSWORD, registerLogin } from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

describe('the first page after signing in', () => {
  test('is the console for staff, which the account links to, and the account without a seat', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = new Browser(server)
    expect((await browser.signIn(email)).headers.location).toBe('/console')
    expect((await browser.open('/sign-in')).headers.location).toBe('/console')
    const account = (await browser.open('/account')).body
    expect(account).toContain(`href="/console/${admin.tenant.key}"`)
    expect(account).toContain('<a class="main-link" href="/console">Open the console</a>')
    expect(account).toContain('<header class="brand"><a href="/console">')
    const { id } = await server.database.system.login.findFirstOrThrow({ where: { email } })
    await server.database.system.staff.deleteMany({ where: { tenantId: admin.tenant.id, loginId: id } })
    await server.app.credentialsSettled()
    expect((await new Browser(server).signIn(email)).headers.location).toBe('/account')
  })

  test('is the page of the form that was sent without a session', async () => {
    const page = `/console/${admin.tenant.key}/mails/7`
    const sendFrom = async (referer: string) =>
      (
        await server.app.inject({
          method: 'POST',
          url: `${page}/send`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', referer },
          payload: 'form=x',
        })
      ).headers.location
    expect(await sendFrom(`http://localhost:80${page}`)).toBe(`/sign-in?${new URLSearchParams({ next: page })}`)
    expect(await sendFrom(`https://evil.example${page}`)).toBe('/sign-in')
  })
})

describe('signing out', () => {
  test('is not done by a form of another site, which the response says', async () => {
    const browser = new Browser(server)
    await browser.signIn(await registerLogin(server, admin.tenant))
    const send = (headers: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: '/sign-out',
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: browser.cookies, ...headers },
        payload: 'form=x',
      })
    for (const headers of [{}, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { statusCode, body } = await send(headers)
      expect([statusCode, body.includes('You are still signed in')]).toEqual([403, true])
    }
    expect((await browser.open('/account')).body).toContain('Your account')
    const page = await browser.submit('/sign-out', { form: 'x' })
    expect(page.statusCode).toBe(403)
    expect((await browser.submit('/sign-out', {})).headers.location).toBe('/sign-in')
    expect((await browser.open('/account')).statusCode).toBe(303)
  })

  test('is done by a page of this server that was opened before the last sign-in', async () => {
    const email = await registerLogin(server, admin.tenant)
    const browser = new Browser(server)
    await browser.signIn(email)
    await browser.open('/account')
    const old = /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''
    const again = new Browser(server)
    await again.signIn(email)
    const { statusCode, headers } = await server.app.inject({
      method: 'POST',
      url: '/sign-out',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: again.cookies,
        'sec-fetch-site': 'same-origin',
      },
      payload: new URLSearchParams({ form: old }).toString(),
    })
    expect([statusCode, headers.location]).toEqual([303, '/sign-in'])
    expect((await again.open('/account')).statusCode).toBe(303)
  })
})

describe('passkeys', () => {
  test('are not offered at an IP address: the page says where they work', async () => {
    const browser = new Browser(server)
    await browser.signIn(await registerLogin(server, admin.tenant))
    const open = async (host: string) => {
      const headers = { host, cookie: browser.cookies }
      const { statusCode, body } = await server.app.inject({ url: '/account/second-factor', headers })
      expect(statusCode).toBe(200)
      return body
    }
    const byAddress = await open('127.0.0.1:3000')
    expect(byAddress).toContain('open this page by the name of the server: http://localhost:3000')
    expect(byAddress).not.toContain('Add a passkey')
    expect(await open('localhost:3000')).toContain('Add a passkey')
    // A page that was opened before can still send its form.
    const form = /name="form" value="([^"]+)"/.exec(await open('localhost:3000'))?.[1] ?? ''
    const begin = (host: string) =>
      server.app.inject({
        method: 'POST',
        url: '/account/second-factor',
        headers: { host, cookie: browser.cookies, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ form, action: 'begin-passkey', current: PASSWORD }).toString(),
      })
    const refused = await begin('127.0.0.1:3000')
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('Passkeys need a host name')])
    expect((await begin('localhost:3000')).statusCode).toBe(200)
  })

  test.each([
    ['https://guild.example', false],
    ['http://localhost:3000', false],
    ['http://guild.example', true],
    ['https://203.0.113.7', true],
    ['http://[::1]:3000', true],
  ])('at %s: whether there is an obstacle is %s', (origin, has) => {
    expect(passkeyObstacle(origin) !== undefined).toBe(has)
  })
})
