import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'
import type { Payment } from '#prisma/client'
import { bookEvents } from './books.events.ts'
import { lockInvoice } from './invoices.service.ts'
import { nextNumber, post } from './receivables.service.ts'

export interface NewPayment {
  invoiceId: number
  /** Above 0; all that is open where left out. */
  cents: number | undefined
  /** 1 Cash, 2 Check, 3 Credit card, 4 ACH, 5 Trade, 6 External. */
  paymentTypeId: number
  receivedOn: string
  reference: string | null
}

export interface RecordedPayment {
  payment: Payment
  invoiceId: number
  /** Whether nothing of the invoice is open any more: true for the one payment that settles it. */
  isSettled: boolean
}

/**
 * Records a payment of an invoice, never of more than is open on it. The caller holds the contact and refreshes its row.
 *
 * @throws 404 invoice, 409 invoice-void or invoice-paid, 422 overpaid.
 */
export const recordPayment = async (scope: Scope, tx: Transaction, wanted: NewPayment): Promise<RecordedPayment> => {
  const { tenantId } = scope.db
  const { invoiceId, paymentTypeId, receivedOn, reference } = wanted
  const invoice = await lockInvoice(tx, tenantId, invoiceId)
  if (!invoice) throw notFound('invoice')
  if (invoice.voidedAt) throw conflict('invoice-void', 'The invoice is void: nothing can be paid on it.')
  const open = toCents(invoice.balance)
  if (open === 0) throw conflict('invoice-paid', 'The invoice is paid.')
  const cents = wanted.cents ?? open
  if (cents > open) throw overpaid(open)
  const { contactId } = invoice
  const amount = fromCents(cents)
  const number = await nextNumber(tx, tenantId, 'payment')
  const data = { tenantId, number, contactId, receivedOn: dateOf(receivedOn), amount, paymentTypeId, reference }
  const payment = await tx.payment.create({ data })
  await tx.paymentApplication.createMany({ data: [{ tenantId, paymentId: payment.id, invoiceId, amount }] })
  await tx.invoice.updateMany({
    where: { tenantId, id: invoiceId },
    data: { balance: fromCents(open - cents), auditId: invoice.auditId + 1 },
  })
  await post(tx, tenantId, {
    contactId,
    kind: 'payment',
    cents: -cents,
    postedOn: receivedOn,
    reference: `PAY-${number}`,
  })
  const payload = { paymentId: payment.id, number, contactId, invoiceId, amount }
  const event = { kind: bookEvents.paymentRecorded, payload }
  const change = { entity: 'payment', entityId: payment.id, auditId: 1, action: 'created' } as const
  await recordChange(scope, tx, { ...change, changes: payload, event })
  return { payment, invoiceId, isSettled: cents === open }
}

const overpaid = (open: number) =>
  ruleRefused('overpaid', `The payment is more than the ${fromCents(open)} that are open on the invoice.`, [
    { pointer: '/Amount', message: `must be at most ${fromCents(open)}` },
  ])
