import { saveBilling } from '#areas/finance/books/billing/billing.service'
import { saveCredit } from '#areas/finance/books/credits/credits.service'
import { saveInvoice, voidInvoiceDocument } from '#areas/finance/books/invoices/invoices.service'
import { savePayment } from '#areas/finance/books/payments/payments.service'
import { saveRefund, voidRefund } from '#areas/finance/books/refunds/refunds.service'
import { saveWriteOff, voidWriteOff } from '#areas/finance/books/write-offs/write-offs.service'
import type { PaymentSaveInput } from '#contract/finance/payments'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { idIn, NEW } from './saving.ts'

/** Issues documents of every kind to some contacts: a sale with its payment and refund, a credit, and what is given up. */
export const loadDocuments = async (scope: Scope, today: Day): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, isActive: true, price: { gt: 0 } }
  const items = await scope.db.prisma.feeItem.findMany({ where, orderBy: { id: 'asc' }, take: 4 })
  const contacts = await scope.db.prisma.contact.findMany({
    where: { tenantId, deletedAt: null, mergedIntoId: null, systemTypeId: 1 },
    orderBy: { id: 'asc' },
    take: 3,
  })
  const ids = items.map(({ id }) => id)
  for (const [at, { id }] of contacts.entries()) await loadFor(scope, id, ids, addDays(today, -40 - 35 * at))
  await loadForOffice(scope, ids, addDays(today, -20))
}

/** One person is billed with the office that it works for. */
const loadForOffice = async (scope: Scope, items: readonly number[], IssuedDate: Day): Promise<void> => {
  const where = {
    tenantId: scope.db.tenantId,
    deletedAt: null,
    mergedIntoId: null,
    primaryOrganizationId: { not: null },
  }
  const agent = await scope.db.prisma.contact.findFirst({ where, orderBy: { id: 'asc' }, skip: 3 })
  if (!agent) return
  await saveBilling(scope, agent.id, { BillWithParent: true }, NEW)
  const Lines = items.slice(0, 1).map((FeeItemId) => ({ FeeItemId }))
  await saveInvoice(scope, 0, { ContactId: agent.id, IssuedDate, Lines }, NEW)
}

const loadFor = async (scope: Scope, ContactId: number, items: readonly number[], day: Day): Promise<void> => {
  const invoice = async (more: object = {}) =>
    idIn(
      await saveInvoice(
        scope,
        0,
        { ContactId, IssuedDate: day, Lines: items.map((FeeItemId) => ({ FeeItemId })), ...more },
        NEW,
      ),
      'InvoiceId',
    )
  const sold = await invoice({ ShippingAmount: 6.5, Message: 'Thank you for your order.' })
  const payment: PaymentSaveInput = {
    ContactId,
    Amount: 400,
    PaymentTypeId: 2,
    ReceivedDate: addDays(day, 5),
    Reference: `Check ${sold}`,
  }
  await savePayment(scope, 0, { ...payment, Applications: [{ InvoiceId: sold, Amount: 300 }] }, NEW)
  const over = idIn(await savePayment(scope, 0, { ...payment, Amount: 80, PaymentTypeId: 3 }, NEW), 'PaymentId')
  const RefundedDate = addDays(day, 9)
  await saveRefund(scope, 0, { PaymentId: over, Amount: 30, RefundedDate, Notes: 'Paid twice' }, NEW)
  const mistaken = idIn(await saveRefund(scope, 0, { PaymentId: over, Amount: 5, RefundedDate }, NEW), 'RefundId')
  await voidRefund(scope, mistaken, {}, NEW)
  const Lines = [{ FeeItemId: items[0] ?? 0, Quantity: 1, UnitPrice: 20 }]
  const credit = { ContactId, IssuedDate: addDays(day, 12), Lines, Notes: 'Late delivery' }
  await saveCredit(scope, 0, { ...credit, Applications: [{ InvoiceId: sold, Amount: 15 }] }, NEW)
  await loadWriteOffs(scope, await invoice({ DueDate: addDays(day, 10) }), addDays(day, 30))
  await voidInvoiceDocument(scope, await invoice(), {}, NEW)
}

const loadWriteOffs = async (scope: Scope, InvoiceId: number, WrittenOffDate: Day): Promise<void> => {
  await saveWriteOff(scope, 0, { InvoiceId, Amount: 90, WrittenOffDate, Notes: 'Moved away' }, NEW)
  const paid = idIn(await saveWriteOff(scope, 0, { InvoiceId, Amount: 10, WrittenOffDate }, NEW), 'WriteOffId')
  await voidWriteOff(scope, paid, {}, NEW)
}
