import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: SyncBench
let office: Office
beforeAll(async () => {
  bench = await openSyncBench()
  office = await withFailures()
})
afterAll(() => bench.close())

const DAY = 86_400_000
const LOG = '/api/logs/ledgeronlinelog'
const RESYNC = '/api/logs/ledgeronlinemassresync'

/** An office with one sent invoice and three that failed on three days, because their fee item has no counterpart. */
const withFailures = async (): Promise<Office> => {
  const made = await bench.office()
  await made.invoice()
  await made.sync()
  const path = 'ledgeronline/feeitemmapping'
  await made.api.post('saveFeeItemMapping', path, { Mappings: null })
  await made.api.post('saveAccountMapping', 'ledgeronline/accountmapping', { Mappings: null })
  for (let day = 0; day < 3; day++) {
    await made.invoice()
    await made.sync()
    bench.clock.at += DAY
  }
  return made
}

const mapAgain = (made: Office) =>
  made.api.post('saveFeeItemMapping', 'ledgeronline/feeitemmapping', {
    Mappings: [{ ServiceId: String(made.dues), LedgerId: '20' }],
  })
const search = async (body: object, caller = office.caller): Promise<Json[]> => {
  const { Results } = await office.api.good('searchLedgerLog', caller.post(LOG, body))
  return Results as Json[]
}
const numbers = async (body: object) => (await search(body)).map(({ DocumentNumber }) => DocumentNumber)
const preview = (made: Office, body: object = {}) =>
  made.api.good('previewLedgerMassResync', made.caller.post('/api/logs/getledgeronlinemassresync', body))

describe('GET /api/logs/ledgeronlinelog (listLedgerLog)', () => {
  test('returns the latest entries first, with what the caller can send again', async () => {
    const { Results } = await office.api.good('listLedgerLog', office.caller.get(LOG))
    const rows = Results as Json[]
    expect(rows.map(({ DocumentNumber, Actions }) => [DocumentNumber, Actions])).toEqual([
      ['INV-4', ['resync']],
      ['INV-3', ['resync']],
      ['INV-2', ['resync']],
      [null, []],
      ['INV-1', []],
    ])
    expect(rows[0]).toMatchObject({
      Type: 'Invoice',
      ContactName: 'Ada Byron',
      ContactId: String(office.contactId),
      LedgerId: null,
      Status: 'Failed',
      LogMessageLevel: 'Error',
      Attempts: 1,
      NextAttemptDate: null,
      Message: expect.stringMatching(/^Map the account ".*", or the fee item|^Map the account/),
    })
    const reader = await bench.server.caller(office.caller.tenant, ['logs:read'])
    const read = await office.api.good('listLedgerLog', reader.get(LOG))
    expect((read.Results as Json[]).every(({ Actions }) => (Actions as string[]).length === 0)).toBe(true)
  })

  test('shows nothing of another tenant', async () => {
    const other = await bench.server.tenant()
    expect((await office.api.good('listLedgerLog', other.get(LOG))).TotalRecordAvailable).toBe('0')
  })
})

describe('POST /api/logs/ledgeronlinelog (searchLedgerLog)', () => {
  test('filters by each field, searches and pages', async () => {
    expect(await numbers({ LogMessageLevel: 'Error' })).toEqual(['INV-4', 'INV-3', 'INV-2'])
    expect(await numbers({ Type: 'Contact' })).toEqual([null])
    expect(await numbers({ DateRange: '2026-11-21,2026-11-21' })).toEqual(['INV-3'])
    expect(await numbers({ DateRange: ',2026-11-20' })).toEqual(['INV-2', null, 'INV-1'])
    expect(await numbers({ DateRange: 'last7days', Criteria: 'annual dues', Take: '1', Skip: '1' })).toEqual(['INV-3'])
    expect(await numbers({ DateRange: 'today' })).toEqual([])
    expect(await numbers({ DateRange: 'yesterday' })).toEqual(['INV-4'])
    expect(await numbers({ ContactName: 'BYRON', Filter: "Status eq 'Succeeded'", OrderBy: 'Type' })).toEqual([
      null,
      'INV-1',
    ])
    const [last] = await search({ Take: '1' })
    expect(await numbers({ ExecutionId: String(last?.ExecutionId).toUpperCase() })).toEqual(['INV-4'])
    expect(await refusal(office.caller.post(LOG, { DateRange: 'sometimes' }))).toEqual([400, '/DateRange'])
    expect(await refusal(office.caller.post(LOG, { Filter: 'Actions eq 1' }))).toEqual([400, '/Filter'])
  })
})

describe('POST /api/logs/getledgeronlinemassresync (previewLedgerMassResync)', () => {
  test('counts the failures that were not repeated since', async () => {
    expect(await preview(office, { LogMessageLevel: 'Error' })).toEqual({
      StartDate: '2026-11-20',
      EndDate: '2026-11-22',
      FailedSyncs: 3,
      Filter: '{"LogMessageLevel":"Error"}',
    })
    const nothing = await preview(office, { Criteria: 'nothing' })
    expect(nothing).toMatchObject({ StartDate: null, EndDate: null, FailedSyncs: 0 })
  })
})

describe('POST /api/logs/ledgeronlinemassresync (startLedgerMassResync)', () => {
  test('sends the failures of a filter and of days again, each once and in order', async () => {
    const made = await withFailures()
    const start = async (body: object) => made.caller.post(RESYNC, body)
    await mapAgain(made)
    const summary = await preview(made)
    expect((await start({ ...summary, EndDate: summary.StartDate })).statusCode).toBe(200)
    expect(await refusal(start({}))).toEqual([409, 'resync-running'])
    await made.sync()
    expect((await preview(made)).FailedSyncs).toBe(2)
    expect((await start({ Filter: null, FailedSyncs: 99 })).statusCode).toBe(200)
    await made.sync()
    expect(made.documents('Invoice').map(({ DocNumber }) => DocNumber)).toEqual(['INV-1', 'INV-2', 'INV-3', 'INV-4'])
    expect(await refusal(start({}))).toEqual([422, 'nothing-failed'])
    expect(await refusal(start({ Filter: '{"DateRange":"never"}' }))).toEqual([400, '/Filter/DateRange'])
    expect(await refusal(start({ Filter: 'no JSON' }))).toEqual([400, '/Filter'])
    expect(await refusal(start({ Filter: '{"Typo":"Refund"}' }))).toEqual([400, '/Filter/Typo'])
  })

  test('requires a connected ledger', async () => {
    const caller = await bench.server.tenant()
    expect(await refusal(caller.post(RESYNC, {}))).toEqual([409, 'ledger-not-connected'])
  })
})

describe('POST /api/logs/runledgertransactionsync/{executionid} (runLedgerTransactionSync)', () => {
  test('sends a failed document again under the same execution', async () => {
    const made = await withFailures()
    const run = async (id: unknown) => made.caller.post(`/api/logs/runledgertransactionsync/${id}`, {})
    const rows = await made.log()
    await mapAgain(made)
    expect((await run(rows[1]?.ExecutionId)).statusCode).toBe(200)
    expect(await refusal(run(rows[1]?.ExecutionId))).toEqual([409, 'execution-not-failed'])
    await made.sync()
    expect((await made.log())[1]).toMatchObject({ ExecutionId: rows[1]?.ExecutionId, Status: 'Succeeded', Attempts: 1 })
    expect(await refusal(run(rows[0]?.ExecutionId))).toEqual([409, 'execution-not-failed'])
    const [foreign] = await office.log()
    expect(await refusal(run(foreign?.ExecutionId))).toEqual([404, 'not-found'])
    expect(await refusal(run(crypto.randomUUID()))).toEqual([404, 'not-found'])
  })
})
