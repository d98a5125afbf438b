import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeToken } from '#kernel/crypto/api-key'
import { addressSubject } from '#kernel/http/address-list'
import { rateCounter } from '#kernel/http/rate-counter'
import { createLogger } from '#kernel/logging/logger'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
const lines: string[] = []
beforeAll(async () => {
  server = await buildTestApp({
    config: { credentialRate: 20, addressRate: 15 },
    log: createLogger('warn', { write: (line) => void lines.push(line) }),
    routes: async (app) => {
      app.get('/test/costly', { config: { scope: 'contacts:read', cost: 8 } }, async () => ({}))
      app.get('/test/limited', { config: { scope: 'contacts:read' } }, async () => ({}))
      app.get('/test/public', { config: { isPublic: true } }, async () => ({}))
    },
  })
})
afterAll(() => server.close())

test('two replicas together allow exactly the limit', async () => {
  const now = () => 1_700_000_000_000
  const replicas = [rateCounter(server.database.systemPool, now), rateCounter(server.database.systemPool, now)]
  const leases = await Promise.all(Array.from({ length: 400 }, (_, i) => replicas[i % 2]?.take('both', 100)))
  expect(leases.filter((lease) => lease?.allowed)).toHaveLength(100)
})

test('counts from zero in a new window', async () => {
  let time = 1_700_000_000_000
  const counter = rateCounter(server.database.systemPool, () => time)
  const spend = () => Promise.all(Array.from({ length: 10 }, () => counter.take('window', 5)))
  expect((await spend()).filter(({ allowed }) => allowed)).toHaveLength(5)
  time += 60_000
  expect((await spend()).filter(({ allowed }) => allowed)).toHaveLength(5)
})

test('gives back the tokens of a minute that were reserved and not used', async () => {
  let time = 1_700_000_000_000
  const { systemPool } = server.database
  const counter = rateCounter(systemPool, () => time)
  for (let n = 0; n < 3; n++) await counter.take('returned', 5000)
  const window = Math.floor(time / 60_000)
  const used = async () =>
    (await systemPool.query('SELECT used FROM rate_window WHERE subject = $1', [`returned@${window}`])).rows[0]?.used
  expect(await used()).toBe(50)
  expect(await counter.unspent((subject) => subject === 'returned')).toEqual(new Map([['returned', 47]]))
  time += 60_000
  expect(await counter.unspent(() => true)).toEqual(new Map())
  expect(await used()).toBe(3)
  time += 60_000
  await counter.unspent(() => true)
  expect(await used(), 'once').toBe(3)
})

test('returns 429 with Retry-After to a credential over its limit, and not to another credential', async () => {
  const greedy = await server.tenant()
  const modest = await server.tenant()
  const answers = await Promise.all(Array.from({ length: 45 }, () => greedy.get('/test/limited')))
  // If a minute ends during the test, the requests of two windows succeed.
  const good = answers.filter(({ statusCode }) => statusCode === 200)
  expect([20, 40]).toContain(good.length)
  expect(good[0]?.headers['ratelimit-policy']).toBe('"credential";q=20;w=60, "tenant";q=1000000;w=60')
  expect(good[0]?.headers.ratelimit).toMatch(/^"credential";r=\d+;t=\d+, "tenant";r=\d+;t=\d+$/)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused?.json().code).toBe('rate-limited')
  expect((await modest.get('/test/limited')).statusCode).toBe(200)
})

test('requests without a credential are limited per address, health checks are not', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => server.app.inject('/test/public')))
  expect(answers.some(({ statusCode }) => statusCode === 429)).toBe(true)
  const health = await Promise.all(Array.from({ length: 40 }, () => server.app.inject('/health/live')))
  expect(health.every(({ statusCode }) => statusCode === 200)).toBe(true)
})

test('an operation takes as many tokens as it costs, and at most the whole limit', async () => {
  let time = 1_700_000_000_000
  const counter = rateCounter(server.database.systemPool, () => time)
  const spend = async (cost: number) => (await counter.take('costs', 20, cost)).allowed
  expect([await spend(8), await spend(8), await spend(8)]).toEqual([true, true, false])
  expect([await spend(4), await spend(1)]).toEqual([true, false])
  time += 60_000
  expect([await spend(500), await spend(1)]).toEqual([true, false])
})

test('an expensive operation returns 429 before a cheap one does', async () => {
  const caller = await server.tenant()
  const answers = []
  for (let n = 0; n < 3; n++) answers.push(await caller.get('/test/costly'))
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  // If a minute ends during the test, all three fit.
  if (refused) expect(refused.json().detail).toContain('fewer than the 8 that the operation takes')
  else expect(answers.map(({ headers }) => headers.ratelimit).join()).toContain('r=12')
  expect((await caller.get('/test/limited')).statusCode).toBe(200)
})

test.each([
  ['without a credential', {}, 'unauthorized', '127.0.1.1'],
  ['with a malformed key', { 'x-api-key': 'ghk_nothing' }, 'malformed-key', '127.0.1.2'],
  ['with a malformed header', { authorization: 'Basic abc' }, 'malformed-authorization', '127.0.1.3'],
  ['with a forged token', { authorization: 'Bearer a.b.c' }, 'invalid-token', '127.0.1.4'],
])('counts requests %s per address', async (_name, headers, code, remoteAddress) => {
  const send = () => server.app.inject({ url: '/test/limited', headers, remoteAddress })
  const answers = await Promise.all(Array.from({ length: 40 }, send))
  const codes = new Set(answers.map((answer) => answer.json().code))
  expect(codes).toEqual(new Set([code, 'rate-limited']))
  const refused = answers.filter(({ statusCode }) => statusCode === 401)
  expect(refused[0]?.headers['ratelimit-policy']).toBe('"address";q=15;w=60')
  expect(refused.length).toBeLessThanOrEqual(30)
})

test('limits on requests without a credential leave valid credentials of the address alone', async () => {
  const caller = await server.tenant()
  const headers = { authorization: `ApiKey ${caller.key}` }
  const from = { url: '/test/limited', remoteAddress: '127.0.1.9' }
  await Promise.all(Array.from({ length: 40 }, () => server.app.inject(from)))
  expect((await server.app.inject({ ...from, headers })).statusCode).toBe(200)
})

test('counts requests without the required scope against their credential, whatever they cost', async () => {
  const caller = await server.tenant(['groups:read'])
  const answers = await Promise.all(Array.from({ length: 45 }, () => caller.get('/test/costly')))
  const forbidden = answers.filter(({ statusCode }) => statusCode === 403)
  expect([20, 40]).toContain(forbidden.length)
  expect(answers.find(({ statusCode }) => statusCode === 429)).toBeDefined()
})

test('warns once about X-Forwarded-For from a peer that is not trusted', async () => {
  const send = (remoteAddress: string) =>
    server.app.inject({ url: '/health/live', headers: { 'x-forwarded-for': '203.0.113.9' }, remoteAddress })
  await send('198.51.100.7')
  await send('198.51.100.8')
  const warnings = lines.filter((line) => line.includes('X-Forwarded-For'))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('198.51.100.7, which TRUST_PROXY does not list')
})

test('does not warn about X-Forwarded-For from a trusted proxy', async () => {
  const logged: string[] = []
  const log = createLogger('warn', { write: (line) => void logged.push(line) })
  const proxied = await buildTestApp({ config: { trustProxy: '198.51.100.7' }, log })
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await proxied.app.inject({ url: '/health/live', headers, remoteAddress: '198.51.100.7' })
  expect(logged).toEqual([])
  await proxied.close()
})

test('blocks an address that guesses credentials, and no other address', async () => {
  const honest = await server.tenant()
  const guess = () => {
    const headers = { authorization: `ApiKey ${makeToken('ghk')}` }
    return server.app.inject({ url: '/test/limited', headers, remoteAddress: '127.0.0.77' })
  }
  const answers = await Promise.all(Array.from({ length: 40 }, guess))
  expect(answers.every(({ statusCode }) => statusCode === 401 || statusCode === 429)).toBe(true)
  const blocked = await guess()
  expect([blocked.statusCode, blocked.json().code]).toEqual([429, 'rate-limited'])
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
  expect((await honest.get('/test/limited')).statusCode).toBe(200)
})

test('each process continues to count by itself without the database', async () => {
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as Pool
  const counter = rateCounter(away, () => 1_700_000_000_000)
  const leases = await Promise.all(Array.from({ length: 10 }, () => counter.take('alone', 4)))
  expect(leases.filter(({ allowed }) => allowed)).toHaveLength(4)
})

test('a clock that goes back does not renew the tokens of its minute', async () => {
  let time = 1_700_000_060_000
  const counter = rateCounter(server.database.systemPool, () => time)
  const spend = async () =>
    (await Promise.all(Array.from({ length: 10 }, () => counter.take('back', 3)))).filter(({ allowed }) => allowed)
      .length
  expect(await spend()).toBe(3)
  time += 60_000
  expect(await spend()).toBe(3)
  time -= 60_000
  expect(await spend()).toBe(0)
})

test('counts the addresses of one IPv6 subscriber together, and limits an invalid address too', () => {
  expect(addressSubject('2001:db8:1:2:aaaa::1')).toBe(addressSubject('2001:db8:1:2:bbbb::2'))
  expect(addressSubject('2001:db8:1:3::1')).not.toBe(addressSubject('2001:db8:1:2::1'))
  expect(addressSubject('::ffff:192.0.2.1')).toBe(addressSubject('192.0.2.1'))
  expect(addressSubject('unknown, spoofed')).toBe(addressSubject('<script>'))
})
