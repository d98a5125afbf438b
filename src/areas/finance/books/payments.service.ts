import { conflict, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'
import type { Payment } from '#prisma/client'
import { bookEvents } from './books.events.ts'
import { invoiceKind } from './invoices.queries.ts'
import { createNumber, postReceivable } from './receivables.service.ts'

export interface PaymentRequest {
  invoiceId: number
  /** More than 0; the open amount if undefined. */
  cents: number | undefined
  /** 1 Cash, 2 Check, 3 Credit card, 4 ACH, 5 Trade, 6 External. */
  paymentTypeId: number
  receivedOn: string
  reference: string | null
}

export interface RecordedPayment {
  payment: Payment
  invoiceId: number
  /** Whether this payment left nothing open on the invoice: true for one payment of each invoice. */
  isSettled: boolean
}

const paymentKind = { entity: 'payment', events: { created: bookEvents.paymentRecorded } } as const

/**
 * Records a payment of an invoice, never of more than its open amount. The caller has locked the contact and refreshes
 * its row afterwards.
 *
 * @throws 404 invoice, 409 invoice-void or invoice-paid, 422 overpaid.
 */
export const recordPayment = async (
  scope: Scope,
  tx: Transaction,
  { invoiceId, paymentTypeId, receivedOn, reference, cents: requested }: PaymentRequest,
): Promise<RecordedPayment> => {
  const { tenantId } = scope.db
  const invoice = await lockRecord(scope, tx, invoiceKind, invoiceId, undefined, 'no key update')
  if (invoice.voidedAt) throw conflict('invoice-void', 'The invoice is void and cannot be paid.')
  const open = toCents(invoice.balance)
  if (open === 0) throw conflict('invoice-paid', 'The invoice is already paid.')
  const cents = requested ?? open
  if (cents > open) throw overpaid(open)
  const { contactId } = invoice
  const amount = fromCents(cents)
  const number = await createNumber(tx, tenantId, 'payment')
  const data = { tenantId, number, contactId, receivedOn: dateOf(receivedOn), amount, paymentTypeId, reference }
  const payment = await tx.payment.create({ data })
  await tx.paymentApplication.createMany({ data: [{ tenantId, paymentId: payment.id, invoiceId, amount }] })
  await tx.invoice.updateMany({
    where: { tenantId, id: invoiceId },
    data: { balance: fromCents(open - cents), ...NEXT_VERSION },
  })
  const posting = {
    contactId,
    kind: 'payment',
    cents: -cents,
    postedOn: receivedOn,
    reference: `PAY-${number}`,
  } as const
  await postReceivable(tx, tenantId, posting)
  const payload = { paymentId: payment.id, number, contactId, invoiceId, amount }
  await recordChange(scope, tx, changeOf(paymentKind, payment, 'created', { changes: payload, payload }))
  return { payment, invoiceId, isSettled: cents === open }
}

const overpaid = (open: number) =>
  ruleRefused('overpaid', `The payment is more than the open amount of the invoice, ${fromCents(open)}.`, [
    { pointer: '/Amount', message: `must be at most ${fromCents(open)}` },
  ])
