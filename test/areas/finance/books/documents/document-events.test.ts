import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, type DocumentPath, openBooks } from '#test/support/finance/documents'

let api: BooksApi
beforeAll(async () => {
  api = await openBooks()
})
afterAll(() => api.server.close())

/** How a document of each kind is made, and the words of its events. */
const KINDS: [path: DocumentPath, entity: string, created: string, body: () => Promise<object>][] = [
  ['invoices', 'invoice', 'issued', async () => ({ ContactId: await api.person(), Lines: [await line()] })],
  ['payments', 'payment', 'recorded', async () => ({ ContactId: await api.person(), Amount: 5, PaymentTypeId: 1 })],
  ['credits', 'credit', 'issued', async () => ({ ContactId: await api.person(), Lines: [await line()] })],
  ['refunds', 'refund', 'recorded', async () => ({ PaymentId: await payment() })],
  ['writeoffs', 'writeoff', 'recorded', async () => ({ InvoiceId: await api.invoice(await api.person(), 7) })],
]
const line = async () => ({
  Description: 'Book',
  UnitPrice: 5,
  DiscountAmount: 1,
  AccountId: await api.account('membership-income'),
})
const payment = async () => api.create('payments', { ContactId: await api.person(), Amount: 5, PaymentTypeId: 1 })

/** Fields that the history has as texts with two decimals. */
const AMOUNTS = new Set(['Amount', 'OpenAmount', 'Balance', 'Total', 'Tax', 'Discount', 'Shipping', 'Subtotal'])

describe('the history and the events of a document', () => {
  test.each(KINDS)('of %s say that it was made, changed and voided', async (path, entity, created, body) => {
    const id = await api.create(path, await body())
    await api.body(api.caller.post(`/api/finance/${path}/${id}`, { AuditId: 1, Notes: 'Call' }))
    await api.body(api.caller.post(`/api/finance/${path}/${id}/void`, { AuditId: 2 }))
    const where = { tenantId: api.caller.tenant.id, entity, entityId: id }
    const { system } = api.server.database
    const events = await system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId }) => [kind, auditId])).toEqual([
      [`${entity}.${created}`, 1],
      [`${entity}.updated`, 2],
      [`${entity}.voided`, 3],
    ])
    const history = await system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(history.map(({ action, auditId }) => [action, auditId])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['updated', 3],
    ])
    expect(history[1]?.changes).toEqual({ Notes: { old: null, new: 'Call' } })
    expect(history[2]?.changes).toMatchObject({
      Status: { new: 'Void' },
      VoidedDate: { old: null, new: '2026-06-15T12:00:00.000Z' },
    })
  })

  test.each(KINDS)('of %s list fields by the names and values that the document has', async (path, entity, _, body) => {
    const id = await api.create(path, await body())
    const where = { tenantId: api.caller.tenant.id, entity, entityId: id }
    const entry = await api.server.database.system.auditEntry.findFirstOrThrow({ where })
    const listed = Object.entries(entry.changes as Record<string, { new?: unknown }>).flatMap(
      ([name, { new: value }]): [string, unknown][] => (value === undefined ? [] : [[name, value]]),
    )
    const shown = await api.get(path, id)
    const asListed = (value: unknown, name: string) =>
      typeof value === 'number' && AMOUNTS.has(name) ? value.toFixed(2) : value
    expect(listed.length).toBeGreaterThan(5)
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(listed.map(([name]) => [name, asListed(shown[name], name)])),
    )
  })
})
