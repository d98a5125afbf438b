import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/server/contract-shape'

interface Limits {
  CredentialLimit: number
  TenantLimit: number
  Minutes: { StartDate: string; Used: number }[]
  Credentials: {
    Credential: string
    Name: string | null
    Used: number
    RejectedCount: number
    LastRejectedDate: string | null
  }[]
}

let server: TestApp
/** A replica with low limits, on the same database. */
let strict: TestApp
let mine: TestCaller
let greedy: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  strict = await buildTestApp({ config: { credentialRate: 20 } })
  mine = await server.tenant(['tenant-settings:read'])
  greedy = await strict.caller(mine.tenant, ['contacts:read'])
})
afterAll(async () => {
  await strict.close()
  await server.close()
})

const limits = async (caller: TestCaller): Promise<Limits> => {
  const response = await caller.get('/api/settings/ratelimits')
  expect(response.statusCode, response.body).toBe(200)
  expectShape('getRateLimits', response.json())
  return response.json()
}

describe('GET /api/settings/ratelimits (getRateLimits)', () => {
  test('returns the limits, the use of the last hour, and the credentials that were rejected', async () => {
    const statuses = []
    for (let n = 0; n < 30; n++) statuses.push((await greedy.get('/api/contacts?$top=1')).statusCode)
    const rejected = statuses.filter((status) => status === 429).length
    expect(rejected).toBeGreaterThan(0)
    await expect
      .poll(async () => (await limits(mine)).Credentials.find(({ RejectedCount }) => RejectedCount > 0), {
        timeout: 10_000,
      })
      .toMatchObject({ Name: 'test', RejectedCount: rejected, LastRejectedDate: expect.any(String) })
    const { CredentialLimit, TenantLimit, Minutes, Credentials } = await limits(
      await strict.caller(mine.tenant, ['tenant-settings:read']),
    )
    expect([CredentialLimit, TenantLimit, Minutes.length]).toEqual([20, 1_000_000, 60])
    expect(Math.max(...Minutes.map(({ Used }) => Used))).toBeGreaterThan(10)
    expect(Credentials[0]?.Credential).toMatch(/^key:\d+$/)
  })

  test('counts what was used, not what a process has reserved in advance', async () => {
    const tenant = await server.tenant(['tenant-settings:read', 'contacts:read'])
    for (let n = 0; n < 4; n++) await tenant.get('/api/contacts?$top=1')
    const { Minutes, Credentials } = await limits(tenant)
    // If a minute ends during the test, the tokens are in two.
    const used = Minutes.slice(-2).reduce((sum, { Used }) => sum + Used, 0)
    expect(used).toBeGreaterThanOrEqual(5)
    expect(used).toBeLessThan(40)
    expect(Credentials[0]?.Used).toBeLessThan(40)
  })

  test('shows nothing of another tenant', async () => {
    const other = await server.tenant(['tenant-settings:read'])
    const { Credentials } = await limits(other)
    expect(Credentials.filter(({ RejectedCount }) => RejectedCount > 0)).toEqual([])
    expect(Credentials.length).toBeLessThanOrEqual(1)
  })
})
