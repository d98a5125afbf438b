import { refreshBalances } from '#areas/people/contacts/records/contact-rows.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { conflict, notFound } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import { recordChanges } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { overpaid } from '../applications/applications.input.ts'
import {
  applyTo,
  type ChangedInvoice,
  describeInvoiceChanges,
  type InvoiceAmount,
} from '../applications/applications.service.ts'
import { requireOpenPeriod } from '../closed-period.queries.ts'
import { addDocument, describeCreatedDocument } from '../documents/posted-documents.service.ts'
import { postPayment } from '../documents/postings.model.ts'
import { lockBilledInvoice } from '../invoices/billed-invoices.service.ts'
import { postEntry } from '../journal/journal.service.ts'
import { addPaymentSql } from './payments.sql.ts'

export interface NewPayment {
  contactId: number
  cents: number
  /** 1 Cash, 2 Check, 3 Credit card, 4 ACH, 5 Trade, 6 External. */
  paymentTypeId: number
  paymentSubtypeId?: number | null
  gatewayId?: number | null
  /** The account of the gateway if absent, else undeposited funds. */
  depositAccountId?: number | null
  receivedOn: Day
  reference: string | null
  notes?: string | null
  /** The charge of the payment processor. */
  chargeId?: number | null
  /** At most the amount; each invoice once and at most its open amount. */
  amounts: readonly InvoiceAmount[]
}

export interface PostedPayment {
  id: number
  number: number
  /** The invoices after their applications. */
  invoices: ChangedInvoice[]
}

/**
 * Posts a payment and applies it. The caller has locked the contact and the invoices, has checked the amounts, and
 * refreshes the contact's row afterwards.
 *
 * @throws 422 closed-period.
 */
export const addPayment = async (scope: Scope, tx: SqlRunner, payment: NewPayment): Promise<PostedPayment> => {
  const { tenantId } = scope.db
  const { contactId, cents, receivedOn, amounts } = payment
  await requireOpenPeriod(scope, tx, receivedOn, '/ReceivedDate')
  const open = amounts.reduce((left, amount) => left - amount.cents, cents)
  const { paymentSubtypeId = null, gatewayId = null, depositAccountId = null, notes = null, chargeId = null } = payment
  const { paymentTypeId, reference } = payment
  const refs = { paymentTypeId, paymentSubtypeId, gatewayId, depositAccountId }
  const values = { tenantId, contactId, receivedOn, amount: cents, open, ...refs, reference, notes, chargeId }
  const document = { kind: 'payment', contactId, postedOn: receivedOn } as const
  const added = await addDocument<{ id: number; number: number; depositAccountId: number }>(
    tx,
    document,
    addPaymentSql(values),
  )
  const [invoices] = await Promise.all([
    applyTo(scope, tx, { kind: 'payment', id: added.id }, receivedOn, amounts),
    postEntry(tx, tenantId, added, postPayment(cents, added.depositAccountId)),
  ])
  const invoiceIds = idsOf(amounts)
  const change = describeCreatedDocument(added, { amount: fromCents(cents), invoiceIds }, { invoiceIds })
  await recordChanges(scope, tx, [change, ...describeInvoiceChanges(invoices)])
  return { id: added.id, number: added.number, invoices }
}

const idsOf = (amounts: readonly InvoiceAmount[]): number[] => amounts.map(({ invoiceId }) => invoiceId)

export interface PaymentRequest {
  invoiceId: number
  /** More than 0; the open amount if undefined. */
  cents: number | undefined
  /** 1 Cash, 2 Check, 3 Credit card, 4 ACH, 5 Trade, 6 External. */
  paymentTypeId: number
  receivedOn: Day
  reference: string | null
}

export interface RecordedPayment {
  paymentId: number
  cents: number
  /** Whether this payment left nothing open on the invoice: true for one payment of each invoice. */
  isSettled: boolean
}

/**
 * Records a payment of an invoice by the contact that it bills, never of more than its open amount. The caller has locked
 * the contact that the invoice is for, and refreshes its row afterwards.
 *
 * @throws 404 invoice, 409 contact-deleted, invoice-void, invoice-paid or merged, 422 overpaid, closed-period, books-rule.
 */
export const recordPayment = async (
  scope: Scope,
  tx: SqlRunner,
  { invoiceId, cents: requested, ...payment }: PaymentRequest,
): Promise<RecordedPayment> => {
  const invoice = await lockBilledInvoice(scope, tx, invoiceId)
  if (!invoice) throw notFound('invoice')
  if (invoice.isPayerDeleted)
    throw conflict('contact-deleted', 'The contact that is billed is deleted. Restore it first.')
  if (invoice.isVoid) throw conflict('invoice-void', 'The invoice is void and cannot be paid.')
  if (invoice.open === 0) throw conflict('invoice-paid', 'The invoice is already paid.')
  const cents = requested ?? invoice.open
  if (cents > invoice.open) throw overpaid(invoice.open)
  const { contactId } = invoice
  const { id } = await addPayment(scope, tx, { ...payment, contactId, cents, amounts: [{ invoiceId, cents }] })
  if (invoice.forContactId !== null) await refreshBalances(scope, tx, [contactId])
  return { paymentId: id, cents, isSettled: cents === invoice.open }
}
