import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, type DocumentPath, expectBalanced, openBooks } from '#test/support/finance/documents'
import { expectShape } from '#test/support/server/contract-shape'

let api: BooksApi
let contact: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
})
afterAll(async () => {
  await expectBalanced(api)
  await api.server.close()
})

test('no kind of document is posted, nor voided, in a closed period; applications post nothing', async () => {
  const { closedPeriod, account } = api.server.database.system
  const tenantId = api.caller.tenant.id
  const { id: AccountId } = await account.findFirstOrThrow({ where: { tenantId, systemRole: 'membership-income' } })
  const Lines = [{ Description: 'x', UnitPrice: 100, AccountId }]
  const before = '2026-06-01'
  const own = { ContactId: contact }
  const InvoiceId = await api.create('invoices', { ...own, IssuedDate: before, Lines })
  const PaymentId = await api.create('payments', { ...own, Amount: 50, PaymentTypeId: 1, ReceivedDate: before })
  const bodies: Record<DocumentPath, [date: string, body: object]> = {
    invoices: ['IssuedDate', { ...own, Lines }],
    payments: ['ReceivedDate', { ...own, Amount: 5, PaymentTypeId: 1 }],
    credits: ['IssuedDate', { ...own, Lines }],
    refunds: ['RefundedDate', { PaymentId, Amount: 1 }],
    writeoffs: ['WrittenOffDate', { InvoiceId, Amount: 1 }],
  }
  const kinds = Object.entries(bodies) as [DocumentPath, [string, object]][]
  const ids = new Map<DocumentPath, number>()
  for (const [path, [date, body]] of kinds) ids.set(path, await api.create(path, { ...body, [date]: before }))
  const close = (closedThrough: Date | null) =>
    closedPeriod.updateMany({ where: { tenantId }, data: { closedThrough } })
  await close(new Date('2026-06-10'))
  for (const [path, [date, body]] of kinds) {
    const closed = { ...body, [date]: '2026-06-10' }
    expect(await api.refuse(`${path}/0`, closed), path).toEqual([422, 'closed-period', `/${date}`])
    const id = ids.get(path)
    expect(await api.refuse(`${path}/${id}/void`, { Date: '2026-06-10' }), path).toEqual([
      422,
      'closed-period',
      '/Date',
    ])
    await api.create(path, { ...body, [date]: '2026-06-11' })
    expect(await api.take(path, id ?? 0, 'void', { Date: '2026-06-11' })).toMatchObject({ Status: 'Void' })
  }
  const Applications = [{ InvoiceId, Amount: 10 }]
  expect(await api.take('payments', PaymentId, 'apply', { Applications })).toMatchObject({
    Applications: [{ Amount: 10 }],
  })
  await close(null)
})

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
