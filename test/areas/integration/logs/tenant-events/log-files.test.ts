import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileBench, openFile } from '#test/support/api/list-files'

let bench: FileBench
beforeAll(async () => {
  bench = await openFile({
    path: '/api/logs/tenantevent/csv',
    name: 'Log',
    nothing: { Filter: "RowId eq '0'" },
    otherScope: 'contacts:read',
  })
  const event = { TenantKey: bench.mine.tenant.key, Severity: 'Error', EventMessage: '=Row 7, no name' }
  const sent = await bench.mine.post('/api/logs/externalevent/accept', event)
  expect(sent.statusCode, sent.body).toBe(200)
})
afterAll(() => bench.server.close())

describe('GET /api/logs/tenantevent/csv (downloadTenantEvents)', () => {
  test('is named by the day, has one line of names, and needs the scope of the list', () => bench.checkFile())

  test('selects by severity, words and time, and writes the history on request', async () => {
    const [, ...rows] = await bench.linesOf({ MinimumLevel: 'Error', Criteria: 'row', DateRange: 'last7days' })
    expect(rows).toEqual([expect.stringContaining(`,"'=Row 7, no name",`)])
    expect(await bench.linesOf({ Criteria: 'absent' })).toHaveLength(1)
    await bench.mine.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Moen' })
    expect((await bench.linesOf({ LogType: 'Change' })).length).toBeGreaterThan(1)
    const bad = await bench.mine.get('/api/logs/tenantevent/csv?DateRange=someday')
    expect([bad.statusCode, bad.json().errors[0].pointer]).toEqual([400, 'query:DateRange'])
  })
})
