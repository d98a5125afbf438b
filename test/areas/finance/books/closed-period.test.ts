import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectShape } from '#test/support/contract-shape'
import { type BooksApi, openBooks } from '#test/support/api/documents'

let api: BooksApi
beforeAll(async () => {
  api = await openBooks()
})
afterAll(() => api.server.close())

const URL = '/api/finance/closedperiod'

describe('GET /api/finance/closedperiod (getClosedPeriod)', () => {
  test('returns that no period is closed', async () => {
    const answer = await api.caller.get(URL)
    expectShape('getClosedPeriod', answer.json())
    expect([answer.json(), answer.headers.etag]).toEqual([{ AuditId: 1, ClosedThrough: null }, '"1"'])
  })
})

describe('POST /api/finance/closedperiod (saveClosedPeriod)', () => {
  test('closes at most through yesterday, by version and without a ledger, and opens again', async () => {
    const { system } = api.server.database
    const tenantId = api.caller.tenant.id
    await system.tenant.update({ where: { id: tenantId }, data: { hasLedgerModule: false } })
    const contact = await api.person()
    const save = (body: object) => api.refuse('closedperiod', body)
    expect(await save({ AuditId: 1, ClosedThrough: '2026-06-15' })).toEqual([
      ...[422, 'closed-period-day'],
      '/ClosedThrough',
    ])
    expect(await save({ ClosedThrough: '2026-06-14' })).toEqual([409, 'stale-audit-id'])
    expect(await save({ AuditId: 1 })).toEqual([400, 'invalid-input', '/ClosedThrough'])
    const id = await api.invoice(contact, 5, { IssuedDate: '2026-06-10' })
    const closed = await api.body(api.caller.post(URL, { AuditId: 1, ClosedThrough: '2026-06-14' }))
    expect(closed).toEqual({ AuditId: 2, ClosedThrough: '2026-06-14' })
    expect(await api.body(api.caller.post(URL, closed))).toEqual(closed)
    const line = { Description: 'x', UnitPrice: 1, AccountId: await api.account('membership-income') }
    const late = { ContactId: contact, IssuedDate: '2026-06-14', Lines: [line] }
    expect(await api.refuse('invoices/0', late)).toEqual([422, 'closed-period', '/IssuedDate'])
    // What is offered succeeds today.
    expect((await api.get('invoices', id)).Actions).toContain('void')
    await api.take('invoices', id, 'void')
    const installed = await api.caller.get('/api/ledgersettings/settings/ledgerinstall')
    expect(installed.json()).toMatchObject({ ClosedPeriodEnabled: true, SetupClosedPeriod: '2026-06-14' })
    await api.body(api.caller.post(URL, { AuditId: 2, ClosedThrough: null }))
    await api.create('invoices', late)
    const where = { tenantId, kind: 'closedperiod.updated' }
    const events = await system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ payload }) => payload)).toEqual([
      { closedThrough: '2026-06-14', isOpened: false },
      { closedThrough: null, isOpened: true },
    ])
  })
})
