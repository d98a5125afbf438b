import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemScope } from '#kernel/outbox/deliver'
import { LOG_LEVELS } from '#services/tenant-log/log-event-texts'
import { addLogEvents } from '#services/tenant-log/log-events'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { logsOf } from '#test/support/integration/logs'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 15)
const TYPES = ['Mail', 'Sync', 'Export']

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  const clock = { now: () => new Date(NOW) }
  server = await buildTestApp({ clock })
  caller = await server.tenant()
  const { database, app } = server
  // Days of the tenant begin within days of UTC.
  await database.system.tenant.update({ where: { id: caller.tenant.id }, data: { timeZone: 'America/St_Johns' } })
  caller = await server.caller(await database.system.tenant.findFirstOrThrow({ where: { id: caller.tenant.id } }), [
    'admin',
  ])
  const scope = await systemScope({ database, clock, log: app.log }, caller.tenant.id)
  const events = Array.from({ length: 240 }, (_, n) => ({
    level: LOG_LEVELS[(n * 7) % 6] ?? 'Debug',
    logType: TYPES[n % 3] ?? '',
    message: `event ${n}`,
    // Several at the same time, at the borders of days and half an hour away from them.
    occurredAt: new Date(NOW - 15 * HOUR - Math.floor(n / 2) * (HOUR / 2)),
  }))
  await scope.db.transaction((tx) => addLogEvents(scope, tx, events))
})
afterAll(() => server.close())

const instants = fc
  .integer({ min: -140, max: 20 })
  .map((halves) => new Date(NOW - 15 * HOUR + halves * (HOUR / 2)).toISOString())
const days = instants.map((text) => text.slice(0, 10))
const ends = fc.oneof(fc.constant(''), instants, days)
const ranges = fc
  .tuple(ends, ends)
  .filter(([from, to]) => from === '' || to === '' || Date.parse(from) <= Date.parse(to))
  .map(([from, to]) => `${from},${to}`)
const filters = fc.record(
  {
    DateRange: fc.oneof(ranges, fc.constantFrom('today', 'yesterday', 'last7days', 'thismonth')),
    MinimumLevel: fc.constantFrom(...LOG_LEVELS),
    LogType: fc.constantFrom(...TYPES, 'None'),
    Take: fc.integer({ min: 1, max: 60 }).map(String),
    Skip: fc.integer({ min: 0, max: 80 }).map(String),
    OrderBy: fc.constantFrom('CreatedDate', 'CreatedDate desc'),
  },
  { requiredKeys: [] },
)

test('pages by indexes and counts are those of the filter on the events', async () => {
  const { search } = logsOf(caller)
  await fc.assert(
    fc.asyncProperty(filters, async (body) => {
      // A test of the message is no bound of a window: then the events themselves are read and counted.
      const expected = await search({ ...body, Filter: "Message ne 'x'" })
      expect(await search(body)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})
