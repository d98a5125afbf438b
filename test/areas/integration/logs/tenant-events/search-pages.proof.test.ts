import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { LOG } from '#test/support/integration/logs'
import { fillLog } from '#test/support/integration/many-log-events'

/** Of twelve months: frequent words match more than the 5,000 events of a month that are read and sorted at once. */
const EVENTS = 100_000
/** Matches of a search are counted up to this number. */
const COUNTED = 10_000

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  caller = await server.tenant()
  await fillLog(server.url, caller.tenant.id, EVENTS)
})
afterAll(() => server.close())

interface Found {
  total: string
  facts: object | null
  ids: string[]
}

const search = async (body: object): Promise<Found> => {
  const response = await caller.post(LOG, body)
  expect(response.statusCode, response.body).toBe(200)
  const { TotalRecordAvailable, ModelItems, Results } = response.json()
  return { total: TotalRecordAvailable, facts: ModelItems, ids: Results.map(({ RowId }: { RowId: string }) => RowId) }
}

/** The ids of all events with a word, the latest first, by a scan. */
const scan = async (word: string, condition = ''): Promise<string[]> => {
  const rows = await server.database.system.$queryRawUnsafe<{ id: string }[]>(
    `SELECT id::text AS id FROM log_event WHERE tenant_id = ${caller.tenant.id} AND message ~ '\\m${word}\\M' ${condition}
     ORDER BY occurred_at DESC, id DESC`,
  )
  return rows.map(({ id }) => id)
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

describe('POST /api/logs/tenantevent (searchTenantEvents) with Criteria', () => {
  test.each([
    ['a word of few events', 'person77'],
    ['a word of 5 in 100 events', 'backup'],
    ['a word of most events', 'once'],
    ['a word of all events', 'ended'],
  ])('pages through all events of %s, in both directions', async (_, word) => {
    const all = await scan(word)
    for (const skip of [0, 40, 4980, 9990, all.length - 30].filter((one) => one >= 0 && one <= all.length)) {
      const page = { Criteria: word, Take: '50', Skip: String(skip) }
      expect((await search(page)).ids).toEqual(all.slice(skip, skip + 50))
      expect((await search({ ...page, OrderBy: 'CreatedDate' })).ids).toEqual(all.toReversed().slice(skip, skip + 50))
    }
  })

  test('counts the matches exactly up to 10,000, and then says that there are more', async () => {
    const few = await search({ Criteria: 'backup' })
    expect(few).toMatchObject({ total: String((await scan('backup')).length), facts: null })
    expect(await search({ Criteria: 'backup ended' })).toMatchObject({ total: few.total, facts: null })
    expect(await search({ Criteria: 'once' })).toMatchObject({
      total: String(COUNTED),
      facts: { TotalIsMinimum: true },
    })
  })

  test('finds the words within a time, a severity and a type', async () => {
    const all = await scan('once', `AND level >= 4 AND log_type = 'Type1'`)
    const found = await search({ Criteria: 'once', MinimumLevel: 'Warning', LogType: 'Type1' })
    expect(found).toEqual({ total: String(all.length), facts: null, ids: all.slice(0, 50) })
    const from = daysAgo(200)
    const to = daysAgo(130)
    const between = await scan('once', `AND occurred_at >= '${from}' AND occurred_at < '${to}'`)
    expect(between.length).toBeGreaterThan(COUNTED)
    const { ids } = await search({ Criteria: 'once', DateRange: `${from},${to}`, Skip: '77' })
    expect(ids).toEqual(between.slice(77, 127))
  })

  test('counts exactly with any other filter or order', async () => {
    const all = await scan('once')
    const found = await search({ Criteria: 'once', OrderBy: 'LogType', Filter: "EntityPrimaryType eq 'contact'" })
    expect(found).toMatchObject({ total: String(all.length), facts: null })
  })
})
