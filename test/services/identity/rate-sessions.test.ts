import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, registerLogin } from '#test/support/identity/oauth'

const LIMIT = 12
let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ config: { addressRate: LIMIT, credentialRate: 200 } })
  admin = await server.tenant()
})
afterAll(() => server.close())

const signedIn = async (address: string): Promise<Browser> => {
  const browser = new Browser(server, address)
  await browser.signIn(await registerLogin(server, admin.tenant))
  return browser
}
const flood = (remoteAddress: string, headers: Record<string, string> = {}) =>
  Promise.all(Array.from({ length: 3 * LIMIT }, () => server.app.inject({ url: '/sign-in', remoteAddress, headers })))
const policyOf = ({ headers }: { headers: Record<string, unknown> }) => headers['ratelimit-policy']

describe('the rate limits of pages', () => {
  test('count a signed-in person by its session, so that an office with one address is not locked out', async () => {
    const address = '127.0.4.1'
    const first = await signedIn(address)
    const second = await signedIn(address)
    const pages = []
    for (let n = 0; n < 2 * LIMIT; n++) pages.push(await first.open(n % 2 === 0 ? '/account' : '/account/sessions'))
    expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(policyOf(pages[0] as { headers: Record<string, unknown> })).toBe('"session";q=200;w=60')
    expect((await flood(address)).some(({ statusCode }) => statusCode === 429)).toBe(true)
    expect((await first.open('/account')).statusCode).toBe(200)
    expect((await second.open('/account')).statusCode, 'a session of which this process does not know yet').toBe(200)
    expect((await second.open(`/console/${admin.tenant.key}`)).statusCode).toBe(200)
  })

  test('count a session on its own: one that exceeds its limit leaves the others of the address alone', async () => {
    const small = await buildTestApp({ url: server.url, config: { addressRate: 100, credentialRate: 20 } })
    const greedy = new Browser(small, '127.0.4.2')
    const modest = new Browser(small, '127.0.4.2')
    for (const browser of [greedy, modest]) await browser.signIn(await registerLogin(server, admin.tenant))
    const pages = []
    for (let n = 0; n < 45; n++) pages.push((await greedy.open('/account')).statusCode)
    expect(pages).toContain(429)
    expect((await modest.open('/account')).statusCode).toBe(200)
    await small.close()
  })

  test('count requests without a session, and with one that is none, by their address', async () => {
    const visitor = await server.app.inject({ url: '/sign-in', remoteAddress: '127.0.4.3' })
    expect(policyOf(visitor)).toBe(`"address";q=${LIMIT};w=60`)
    const guess = () => ({ cookie: `guildhall-session=${randomBytes(32).toString('base64url')}` })
    const guesses = await Promise.all(
      Array.from({ length: 3 * LIMIT }, () =>
        server.app.inject({ url: '/account', remoteAddress: '127.0.4.4', headers: guess() }),
      ),
    )
    expect(new Set(guesses.map(policyOf))).toEqual(new Set([`"address";q=${LIMIT};w=60`]))
    expect(guesses.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })

  test('count operations by the credential only: a session is none there', async () => {
    const browser = await signedIn('127.0.4.5')
    const asked = await browser.open('/api/public/no-such-page')
    expect(policyOf(asked)).not.toContain('session')
  })
})
