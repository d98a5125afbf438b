import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { systemClock } from '#kernel/time/clock'
import { Prisma } from '#prisma/client'
import { addLogEvents, type LogEvent } from '#services/tenant-log/log-events'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { withAdmin } from '#test/support/server/test-server'

let server: TestApp
let scope: Scope
beforeAll(async () => {
  server = await buildTestApp()
  const { tenant } = await server.tenant()
  const context = { database: server.database, clock: systemClock, log: createLogger('silent') }
  scope = await systemScope(context, tenant.id)
})
afterAll(() => server.close())

const add = (events: readonly LogEvent[]) => scope.db.transaction((tx) => addLogEvents(scope, tx, events))
const event = (of: Partial<LogEvent> = {}): LogEvent => ({
  level: 'Warning',
  logType: 'Mail',
  message: 'refused',
  ...of,
})

const stored = () =>
  server.database.system.logEvent.findMany({ where: { tenantId: scope.db.tenantId }, orderBy: { id: 'asc' } })

/** The maintained numbers of events by type and level, and the real ones. */
const counts = async () => {
  const read = (from: Prisma.Sql) =>
    scope.db.rows<{ type: string; level: number; n: number }>(
      Prisma.sql`SELECT log_type AS type, level, n FROM (${from}) c WHERE n <> 0 ORDER BY 1, 2`,
    )
  return {
    kept: await read(Prisma.sql`SELECT log_type, level, sum(n)::int AS n FROM log_count GROUP BY day, log_type, level`),
    real: await read(Prisma.sql`SELECT log_type, level, count(*)::int AS n FROM log_event WHERE hidden_at IS NULL
      GROUP BY (occurred_at AT TIME ZONE 'UTC')::date, log_type, level`),
  }
}

describe('addLogEvents', () => {
  test('stores every field, and the time of the clock unless the event has its own', async () => {
    const occurredAt = new Date(Date.now() - 86_400_000)
    await add([
      event({
        entityType: 'contact',
        entityKey: '1042',
        source: 'Relay',
        destination: 'Registry',
        tags: ['mail', 'bounce'],
        details: '550 5.1.1',
        occurredAt,
        alternateName: 'Dana',
        sourceType: 'External',
      }),
      event({ level: 'Fatal', tags: [] }),
    ])
    const [first, second] = await stored()
    expect(first).toMatchObject({
      level: 4,
      logType: 'Mail',
      message: 'refused',
      entityType: 'contact',
      entityKey: '1042',
      source: 'Relay',
      destination: 'Registry',
      tags: ['mail', 'bounce'],
      details: '550 5.1.1',
      occurredAt,
      fileId: null,
      alternateName: 'Dana',
      sourceType: 'External',
      hiddenAt: null,
    })
    expect(second).toMatchObject({ level: 6, entityType: null, tags: [], details: null })
    expect(Math.abs((second?.occurredAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(Number(second?.id)).toBeGreaterThan(Number(first?.id))
  })

  test('never fails because of a text: cuts long ones and removes what cannot be stored', async () => {
    await add([
      event({
        message: `${'x'.repeat(4100)}\0`,
        logType: 'Odd',
        tags: ['a\0b', 't'.repeat(600), 'c'],
        details: 'y\ud800',
      }),
      event({ message: "it's 'quoted' \\ \ud800: 1:2", logType: 'Odd', source: '\0' }),
    ])
    const [cut, odd] = (await stored()).filter(({ logType }) => logType === 'Odd')
    expect(cut?.message).toBe('x'.repeat(4000))
    expect(cut?.tags.join(',')).toHaveLength(500)
    expect(cut?.details).toBe('y\ufffd')
    expect([odd?.message, odd?.source]).toEqual(["it's 'quoted' \\ \ufffd: 1:2", null])
  })

  test('keeps exact counts while writers work at once, events are hidden and deleted', async () => {
    const write = (n: number) =>
      add(
        Array.from({ length: 5 }, (_, index) => event({ level: index % 2 ? 'Error' : 'Debug', logType: `T${n % 2}` })),
      )
    await Promise.all(Array.from({ length: 8 }, (_, n) => write(n)))
    await scope.db.rows(Prisma.sql`UPDATE log_event SET hidden_at = now() WHERE log_type = 'T0' AND level = 2`)
    await server.database.system
      .$executeRaw`DELETE FROM log_event WHERE tenant_id = ${scope.db.tenantId} AND log_type = 'T1' AND level = 5`
    const { kept, real } = await counts()
    expect(kept).toEqual(real)
    expect(kept).toEqual(expect.arrayContaining([{ type: 'T0', level: 5, n: 8 }]))
    expect(kept).not.toEqual(expect.arrayContaining([expect.objectContaining({ type: 'T1', level: 5 })]))
  })

  test('a writer does not wait for another one that counts the same day', async () => {
    await add([event({ logType: 'Slow' })])
    await withAdmin(server.url, async (other) => {
      await other.query('BEGIN')
      await other.query('SELECT FROM log_count FOR UPDATE')
      await add([event({ logType: 'Slow' }), event({ logType: 'Slow' })])
      await other.query('COMMIT')
    })
    const { kept, real } = await counts()
    expect(kept).toEqual(expect.arrayContaining([{ type: 'Slow', level: 4, n: 3 }]))
    expect(kept).toEqual(real)
  })

  test('work of a caller limited to chapters can write events, and not read or change any', async () => {
    const db = openTenantDb(server.database, scope.db.tenantId, { readable: [], editable: [], actor: 'login:1' })
    await db.transaction((tx) => addLogEvents({ ...scope, db }, tx, [event({ logType: 'Chapter' })]))
    expect((await stored()).filter(({ logType }) => logType === 'Chapter')).toHaveLength(1)
    await expect(db.rows(Prisma.sql`SELECT id FROM log_event`)).rejects.toThrow(/permission denied/)
    await expect(db.rows(Prisma.sql`UPDATE log_event SET hidden_at = now()`)).rejects.toThrow(/permission denied/)
    await expect(db.rows(Prisma.sql`SELECT n FROM log_count`)).rejects.toThrow(/permission denied/)
  })

  test('events of another tenant are rejected by the database', async () => {
    const { tenant } = await server.tenant()
    const elsewhere = { ...scope, db: { tenantId: tenant.id } }
    await expect(scope.db.transaction((tx) => addLogEvents(elsewhere, tx, [event()]))).rejects.toThrow(
      /row-level security/,
    )
  })
})
