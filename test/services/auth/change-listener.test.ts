import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ASK_REPLICAS, ChangeListener } from '#services/auth/change-listener'
import { type BreakableDatabase, breakableDatabase } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'

let own: TestDatabase
let way: BreakableDatabase
let admin: pg.Client

beforeAll(async () => {
  own = await createTestDatabase()
  way = await breakableDatabase(own.url)
  admin = new pg.Client({ connectionString: own.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await way.close()
  await own.drop()
})

/** A listener that records its calls. `trustAtErrors` is whether it trusted its cache when it reported an error. */
const openListener = async () => {
  const calls = { changes: [] as (number | 'any')[], acknowledged: [] as string[], trustAtErrors: [] as boolean[] }
  const listener: ChangeListener = new ChangeListener({
    url: way.url,
    onChange: (tenantId) => calls.changes.push(tenantId ?? 'any'),
    onAcknowledged: (token) => calls.acknowledged.push(token),
    onError: () => calls.trustAtErrors.push(listener.isTrusted()),
  })
  await listener.open()
  return { listener, calls }
}

const notify = async (token: string): Promise<number> => (await admin.query(ASK_REPLICAS, [token])).rows.length

describe('a listener that loses its connection', () => {
  it('is not trusted, reconnects, reports that it may have missed changes, and receives the next one', async () => {
    const { listener, calls } = await openListener()
    expect([listener.isTrusted(), calls.changes]).toEqual([true, ['any']])
    way.cut()
    await expect.poll(() => calls.trustAtErrors.length).toBeGreaterThan(1)
    expect(calls.trustAtErrors).not.toContain(true)
    expect([listener.isTrusted(), calls.changes]).toEqual([false, ['any']])
    way.restore()
    await expect.poll(() => listener.isTrusted()).toBe(true)
    expect(calls.changes).toEqual(['any', 'any'])
    await admin.query(`SELECT pg_notify('guildhall_credentials', '42')`)
    await notify('after-the-cut')
    await expect.poll(() => calls.acknowledged).toEqual(['after-the-cut'])
    expect(calls.changes).toEqual(['any', 'any', 42])
    await listener.close()
  })

  it('is in the list of replicas once before and after it reconnects', async () => {
    const { listener } = await openListener()
    const replicas = async () => {
      const { rows } = await admin.query<{ replica: number | null }>(ASK_REPLICAS, [''])
      return rows.flatMap(({ replica }) => replica ?? [])
    }
    const [before] = await replicas()
    expect(await replicas()).toEqual([before])
    await admin.query('SELECT pg_terminate_backend($1)', [before])
    // The old connection can be listed for a moment after it was terminated.
    await expect.poll(async () => (await replicas()).map((one) => one === before)).toEqual([false])
    await listener.close()
    await expect.poll(replicas).toEqual([])
  })
})
