import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type BreakableDatabase, breakableDatabase } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'

let own: TestDatabase
let way: BreakableDatabase
let server: TestApp

beforeAll(async () => {
  own = await createTestDatabase()
  way = await breakableDatabase(own.url)
  server = await buildTestApp({ url: way.url })
})
afterAll(async () => {
  await server.close()
  await way.close()
  await own.drop()
})

const get = async (path: string) => {
  const asked = performance.now()
  const { statusCode, headers } = await server.app.inject(path)
  return { statusCode, retryAfter: headers['retry-after'], duration: performance.now() - asked }
}

describe('GET /health/ready', () => {
  test('returns 503 within 2 s while PostgreSQL hangs, any number of times, and 200 as soon as it responds', async () => {
    expect((await get('/health/ready')).statusCode).toBe(200)
    way.hang()
    for (const round of [1, 2, 3]) {
      for (const { statusCode, retryAfter, duration } of await Promise.all(
        Array.from({ length: 10 }, () => get('/health/ready')),
      )) {
        expect([round, statusCode, retryAfter]).toEqual([round, 503, '5'])
        expect(duration).toBeLessThan(2000)
      }
      expect((await get('/health/live')).statusCode).toBe(200)
    }
    way.restore()
    await expect.poll(async () => (await get('/health/ready')).statusCode, { timeout: 4000 }).toBe(200)
  }, 15_000)

  test('returns 503 while PostgreSQL is unavailable', async () => {
    way.cut()
    const { statusCode, duration } = await get('/health/ready')
    expect(statusCode).toBe(503)
    expect(duration).toBeLessThan(2000)
    way.restore()
    await expect.poll(async () => (await get('/health/ready')).statusCode).toBe(200)
  })
})
