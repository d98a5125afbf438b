import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BooksApi, openBooks } from '#test/support/finance/documents'

let api: BooksApi
beforeAll(async () => {
  api = await openBooks()
})
afterAll(() => api.server.close())

/** The last change of a document in the history. */
const lastChange = async (entity: string, id: number) => {
  const where = { tenantId: api.caller.tenant.id, entity, entityId: id }
  const last = await api.server.database.system.auditEntry.findFirst({ where, orderBy: { id: 'desc' } })
  return last?.changes
}

const open = (old: string, now: string) => ({ OpenAmount: { old, new: now } })

const voided = (path: string, id: number) =>
  api.body(api.caller.post(`/api/finance/${path}/${id}/void`, { AuditId: 1 }))

test('a refund and its void list the open amount of the payment', async () => {
  const payment = await api.create('payments', { ContactId: await api.person(), Amount: 5, PaymentTypeId: 1 })
  const refund = await api.create('refunds', { PaymentId: payment })
  expect(await lastChange('payment', payment)).toMatchObject(open('5.00', '0.00'))
  await voided('refunds', refund)
  expect(await lastChange('payment', payment)).toMatchObject(open('0.00', '5.00'))
})

test('the void of an invoice lists the open amount of what had paid it', async () => {
  const contact = await api.person()
  const invoice = await api.invoice(contact, 7)
  const payment = await api.create('payments', {
    ContactId: contact,
    Amount: 7,
    PaymentTypeId: 1,
    Applications: [{ InvoiceId: invoice, Amount: 7 }],
  })
  const { AuditId } = await api.get('invoices', invoice)
  await api.body(api.caller.post(`/api/finance/invoices/${invoice}/void`, { AuditId }))
  expect(await lastChange('payment', payment)).toMatchObject(open('0.00', '7.00'))
})

test('a write-off and its void list the balance of the invoice', async () => {
  const invoice = await api.invoice(await api.person(), 7)
  const writeOff = await api.create('writeoffs', { InvoiceId: invoice })
  expect(await lastChange('invoice', invoice)).toMatchObject({ Balance: { old: '7.00', new: '0.00' } })
  await voided('writeoffs', writeOff)
  expect(await lastChange('invoice', invoice)).toMatchObject({ Balance: { old: '0.00', new: '7.00' } })
})
