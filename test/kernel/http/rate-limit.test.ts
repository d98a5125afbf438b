import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressSubject } from '#kernel/auth/address-list'
import { makeToken } from '#kernel/auth/api-key'
import { rateCounter } from '#kernel/http/rate-counter'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({
    config: { credentialRate: 20, addressRate: 15 },
    routes: async (app) => {
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

test('returns 429 with Retry-After to a credential over its limit, and not to another credential', async () => {
  const [greedy, modest] = [await server.tenant(), await server.tenant()]
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
