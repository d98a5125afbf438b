import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCEPT, logsOf } from '#test/support/integration/logs'
import { type FileBench, openFile } from '#test/support/server/list-files'

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
  test('writes the events and the history of merged contacts, as the list does', async () => {
    const { mine } = bench
    const add = async (FirstName: string): Promise<number> =>
      (await mine.post('/api/contacts/person/0', { FirstName, LastName: 'Merged', forceSave: true })).json().ContactId
    const winner = await add('One')
    const loser = await add('Two')
    const event = { EventMessage: 'Of the loser', EntityPrimaryType: 'contact', EntityPrimaryKey: String(loser) }
    expect((await mine.post(ACCEPT, event)).statusCode).toBe(200)
    const pair = { WinnerContactId: winner, WinnerAuditId: 1, LoserContactId: loser, LoserAuditId: 1 }
    expect((await mine.post('/api/contacts/merge', pair)).statusCode).toBe(200)
    const Filter = `EntityPrimaryType eq 'contact' and EntityPrimaryKey eq '${winner}'`
    expect(await bench.linesOf({ Filter })).toEqual([expect.anything(), expect.stringContaining('Of the loser')])
    const { rows } = await logsOf(mine).search({ LogType: 'Change', Filter })
    const [, ...lines] = await bench.linesOf({ LogType: 'Change', Filter })
    expect(lines).toEqual(rows.map(({ Message }) => expect.stringContaining(Message)))
    expect(rows.map(({ EntityPrimaryKey }) => EntityPrimaryKey)).toContain(String(loser))
  })

  test('searches the history for words within the bounds of the list', async () => {
    const search = (query: string) => bench.mine.get(`/api/logs/tenantevent/csv?LogType=Change&Criteria=moen${query}`)
    const refused = await search('')
    expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, 'query:Criteria'])
    expect((await search('&DateRange=last7days')).statusCode).toBe(200)
  })
})
