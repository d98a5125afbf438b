import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logDays, logMonths, pruneLog } from '#areas/integration/logs/months/months.job'
import { PRUNE_LOG } from '#areas/integration/logs/months/months.service'
import { systemScope } from '#kernel/outbox/deliver'
import { Prisma } from '#prisma/client'
import { addLogEvents, type LogEvent } from '#services/tenant-log/log-events'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { PIXEL } from '#test/support/integration/files'
import { ACCEPT, logsOf } from '#test/support/integration/logs'
import { runJobs } from '#test/support/jobs/run-jobs'

let server: TestApp
let long: TestCaller
let short: TestCaller
const clock = { at: Date.now(), now: () => new Date(clock.at) }
beforeAll(async () => {
  server = await buildTestApp({ own: true, clock })
  long = await server.tenant()
  short = await server.tenant()
  await setMonths(short, 2)
})
afterAll(() => server.close())

const context = () => ({ database: server.database, clock, log: server.app.log })
const work = async () => {
  await logMonths.task(context(), {})
  for (const { tenant } of [long, short])
    await logDays.run(await systemScope(context(), tenant.id), { since: '2020-01-01', today: '2020-01-02' })
  await runJobs(server, PRUNE_LOG, { [PRUNE_LOG]: (_, payload) => pruneLog(context(), payload) })
}
const setMonths = async (caller: TestCaller, LogRetentionMonths: number) => {
  const { AuditId } = (await caller.get('/api/settings/tenant')).json()
  expect((await caller.post('/api/settings/tenant', { AuditId, LogRetentionMonths })).statusCode).toBe(200)
}
/** The first day of a month, and noon of the 15th, a number of months from the current one. */
const monthAt = (months: number) => {
  const now = clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15, 12))
}
const write = async (caller: TestCaller, events: Partial<LogEvent>[]) => {
  const scope = await systemScope(context(), caller.tenant.id)
  await scope.db.transaction((tx) =>
    addLogEvents(
      scope,
      tx,
      events.map((event) => ({ level: 'Debug', logType: 'T', message: 'm', ...event })),
    ),
  )
}
const tables = async () =>
  (
    await server.database.system.$queryRaw<{ name: string }[]>`SELECT c.relname::text AS name FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'log_event'::regclass ORDER BY 1`
  ).map(({ name }) => name.replace('log_event_', ''))
const nameAt = (months: number) => monthAt(months).toISOString().slice(0, 7).replace('-', '_')
const left = async (caller: TestCaller) => (await logsOf(caller).search()).total
const stored = (caller: TestCaller) => server.database.system.logEvent.count({ where: { tenantId: caller.tenant.id } })

describe('months of the log', () => {
  test('exist before they are needed, and as long as a tenant keeps them', async () => {
    await work()
    expect(await tables()).toEqual([...Array.from({ length: 16 }, (_, n) => nameAt(n - 12)), 'other'])
    await setMonths(long, 14)
    await runJobs(server, 'logs.add-months')
    expect((await tables())[0]).toBe(nameAt(-14))
    clock.at = monthAt(4).getTime()
    await work()
    expect((await tables()).at(-2)).toBe(nameAt(3))
    expect((await tables())[0]).toBe(nameAt(-14))
    clock.at = monthAt(-4).getTime()
  })

  test('an event of a month without a table is stored, counted and moved into the month', async () => {
    const occurredAt = monthAt(9)
    await write(long, [{ occurredAt, message: 'far' }])
    const { rows, total } = await logsOf(long).search({ Criteria: 'far' })
    expect([rows.length, total]).toEqual([1, 1])
    clock.at = monthAt(8).getTime()
    await work()
    expect(await tables()).toContain(nameAt(1))
    const [row] = await server.database.system.$queryRaw<{ place: string }[]>`
      SELECT tableoid::regclass::text AS place FROM log_event WHERE message = 'far'`
    expect(row?.place).toBe(`log_month.log_event_${nameAt(1)}`)
    expect((await logsOf(long).search({ Criteria: 'far' })).total).toBe(1)
    expect((await logsOf(long).search({ DateRange: `${occurredAt.toISOString().slice(0, 10)},` })).total).toBe(1)
    clock.at = monthAt(-8).getTime()
    await server.database.system.$executeRaw`DELETE FROM log_event`
  })
})

describe('retention of the log', () => {
  test('a tenant keeps its own months: older events are deleted with their files, those of others stay', async () => {
    for (const caller of [long, short])
      await write(
        caller,
        [-3, -2, 0].map((n) => ({ occurredAt: monthAt(n) })),
      )
    const AccompanyingFileContent = PIXEL.toString('base64')
    const old = { EventMessage: 'x', AccompanyingFileName: 'a.png', AccompanyingFileContent }
    await short.post(ACCEPT, { ...old, CreatedDate: monthAt(-1).toISOString() })
    expect([await left(long), await left(short)]).toEqual([3, 4])
    clock.at = monthAt(2).getTime()
    await work()
    expect([await left(long), await left(short)]).toEqual([3, 1])
    expect([await stored(long), await stored(short)]).toEqual([3, 1])
    const files = await server.database.system.storedFile.findMany({ where: { tenantId: short.tenant.id } })
    expect(files.map(({ state }) => state)).toEqual(['deleting'])
    clock.at = monthAt(-2).getTime()
  })

  test('a month that no tenant keeps is dropped, but not while an event of it has a file', async () => {
    await setMonths(long, 2)
    const AccompanyingFileContent = PIXEL.toString('base64')
    const sent = { EventMessage: 'file', AccompanyingFileName: 'a.png', AccompanyingFileContent }
    expect((await long.post(ACCEPT, { ...sent, CreatedDate: monthAt(-1).toISOString() })).statusCode).toBe(200)
    await write(short, [{ occurredAt: monthAt(-1), message: 'plain' }])
    const month = nameAt(-1)
    clock.at = monthAt(2).getTime()
    await logMonths.task(context(), {})
    expect(await tables()).toContain(month)
    await work()
    await work()
    expect(await tables()).not.toContain(month)
    expect((await tables())[0]).toBe(nameAt(-2))
    expect(
      await server.database.system.$queryRaw(Prisma.sql`SELECT FROM log_count WHERE day < ${monthAt(-3)}::date`),
    ).toEqual([])
    clock.at = monthAt(-2).getTime()
  })

  test('an event before all months is deleted, though its tenant has the longest retention', async () => {
    await write(long, [{ occurredAt: monthAt(-30), message: 'ancient' }])
    await work()
    expect((await logsOf(long).search({ Criteria: 'ancient' })).total).toBe(0)
  })

  test('requests have no right to create or drop months', async () => {
    const scope = await systemScope(context(), long.tenant.id)
    for (const call of [
      Prisma.sql`SELECT log_month.add(now()::date, now()::date)`,
      Prisma.sql`SELECT log_month.remove('2020-01-01')`,
    ])
      await expect(scope.db.rows(call)).rejects.toThrow(/permission denied/)
    await expect(server.database.system.$queryRaw`SELECT log_month.remove(now()::date)`).rejects.toThrow(
      /has not ended/,
    )
  })
})
