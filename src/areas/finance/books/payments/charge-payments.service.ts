import { noteRowBefore } from '#kernel/records/rows-before'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import {
  addOpenAmount,
  describeInvoiceChanges,
  type InvoiceAmount,
  listCoveredInvoices,
  type ReplacedAmount,
  replaceApplications,
} from '../applications/applications.service.ts'
import { changeApplications, effectsOf } from '../applications/open-sources.service.ts'
import { tableOf } from '../documents/documents.model.ts'
import { type LockedDocument, lockDocumentSql } from '../documents/documents.sql.ts'
import { finishDocuments } from '../documents/locked-documents.service.ts'
import { voidLocked } from '../documents/posted-documents.service.ts'
import { lockInvoices } from '../invoices/invoices.queries.ts'
import { addRefund, reopenSource } from '../refunds/refunds.service.ts'
import { addPayment, type NewPayment } from './payment-posting.service.ts'

/** An invoice that a charge is to pay. */
export interface WantedApplication {
  invoiceId: number
  /** Null: the open amount. */
  cents: number | null
}

/** The payment of a captured charge. */
export interface ChargePayment extends Omit<NewPayment, 'amounts'> {
  chargeId: number
  applications: readonly WantedApplication[]
}

/**
 * Records the payment of a charge. What of the wanted invoices is no longer open stays open on the payment: the money was
 * received, so that nothing can be rejected. The caller has locked the contact, and chosen an open day.
 */
export const recordChargePayment = async (
  scope: Scope,
  tx: Transaction,
  { applications, ...payment }: ChargePayment,
): Promise<void> => {
  const { contactId, cents, receivedOn } = payment
  const amounts = await fittingAmounts(scope, tx, contactId, cents, applications)
  const { invoices } = await addPayment(scope, tx, { ...payment, amounts })
  await finishDocuments(scope, tx, contactId, [], effectsOf(invoices, amounts, receivedOn))
}

const fittingAmounts = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  cents: number,
  applications: readonly WantedApplication[],
): Promise<InvoiceAmount[]> => {
  if (applications.length === 0) return []
  const ids = applications.map(({ invoiceId }) => invoiceId)
  const own = (await lockInvoices(scope, tx, ids)).filter((one) => one.contactId === contactId && !one.isVoid)
  const open = new Map(own.map((invoice) => [invoice.id, invoice.open]))
  let left = cents
  return applications.flatMap(({ invoiceId, cents: wanted }) => {
    const part = Math.min(wanted ?? left, open.get(invoiceId) ?? 0, left)
    left -= part
    return part > 0 ? [{ invoiceId, cents: part }] : []
  })
}

/** Sets whether the books refund the payment of a charge, because the processor does not. The caller has locked the contact. */
export const setRefundedByBooks = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  id: number,
  isRefundedByBooks: boolean,
): Promise<void> => {
  await tx.payment.updateMany({
    where: { tenantId, id, isRefundedByBooks: !isRefundedByBooks },
    data: { isRefundedByBooks },
  })
}

/** Money of a charge that its contact got back. */
export interface ChargeRefund {
  paymentId: number
  cents: number
  /** The account that it comes from. */
  accountId: number | null
  /** An open day. */
  on: Day
  notes: string
  /**
   * A credit that replaces the payment on its invoices, as far as it is open: in the same change, so that no invoice
   * is open in between, and nothing that depends on one changes.
   */
  creditId?: number | null
}

/** A posted refund of a charge: `cents` is less than what was requested if the payment has no more. */
export interface PostedChargeRefund {
  id: number
  cents: number
}

/**
 * Posts the refund of the payment of a charge. What is applied beyond the rest of the payment comes off its invoices, which
 * are open again, the latest first, unless a credit replaces it. The caller has locked the contact.
 *
 * @returns null if nothing of the payment is left.
 */
export const refundChargePayment = async (
  scope: Scope,
  tx: Transaction,
  { paymentId, cents: requested, accountId, on, notes, creditId }: ChargeRefund,
): Promise<PostedChargeRefund | null> => {
  const payment = await lockOwn(scope, tx, 'payment', paymentId)
  const source = { kind: 'payment', id: paymentId } as const
  const applied = await listCoveredInvoices(scope, tx, source)
  const cents = applied.reduce(
    (rest, part) => Math.min(requested, rest + part.cents),
    Math.min(requested, payment.open),
  )
  if (cents === 0) return null
  const amounts: InvoiceAmount[] = []
  let missing = cents - payment.open
  for (const { invoiceId, cents: part } of applied.toReversed()) {
    if (missing <= 0) break
    amounts.push({ invoiceId, cents: Math.min(part, missing) })
    missing -= part
  }
  if (amounts.length > 0) await takeOffInvoices(scope, tx, payment, amounts, creditId ?? null)
  const refundedOn = on < payment.date ? payment.date : on
  return { id: await addRefund(scope, tx, source, payment, { cents, refundedOn, accountId, notes }), cents }
}

/** Takes amounts of a payment off its invoices. What a credit of the same contact has open replaces them. */
const takeOffInvoices = async (
  scope: Scope,
  tx: Transaction,
  payment: LockedDocument,
  amounts: readonly InvoiceAmount[],
  creditId: number | null,
): Promise<void> => {
  const { id: paymentId, contactId } = payment
  const credit = creditId === null ? null : await lockOwn(scope, tx, 'credit', creditId)
  const ids = amounts.map(({ invoiceId }) => invoiceId)
  await lockInvoices(scope, tx, ids)
  const source = { kind: 'payment', id: paymentId } as const
  let left = credit && !credit.isVoid && credit.contactId === contactId ? credit.open : 0
  const replaced = amounts.map(({ invoiceId, cents: taken }): ReplacedAmount => {
    const given = Math.min(taken, left)
    left -= given
    return { invoiceId, taken, given }
  })
  const given = sumOf(replaced, 'given')
  if (creditId === null || given === 0) {
    const negative = amounts.map(({ invoiceId, cents }) => ({ invoiceId, cents: -cents }))
    return changeApplications(scope, tx, source, payment, negative)
  }
  const today = todayOf(scope)
  const invoices = await replaceApplications(scope, tx, { paymentId, creditId }, today, replaced)
  const ofPayment = await addOpenAmount(scope, tx, source, sumOf(replaced, 'taken'))
  const ofCredit = await addOpenAmount(scope, tx, { kind: 'credit', id: creditId }, -given)
  // An invoice that stays as it is paid has no effect on what it covers.
  const less = replaced.filter(({ taken, given }) => taken > given)
  const opened = invoices.filter(({ id }) => less.some(({ invoiceId }) => invoiceId === id))
  const net = less.map(({ invoiceId, taken, given }) => ({ invoiceId, cents: given - taken }))
  const changes = [ofPayment, ofCredit, ...describeInvoiceChanges(invoices)]
  await finishDocuments(scope, tx, contactId, changes, effectsOf(opened, net, today))
}

const sumOf = (amounts: readonly ReplacedAmount[], field: 'taken' | 'given'): number =>
  amounts.reduce((sum, amount) => sum + amount[field], 0)

/** Voids the refund of a charge whose money came back. The caller has locked the contact, and chosen an open day. */
export const takeChargeRefundBack = async (scope: Scope, tx: Transaction, refundId: number, on: Day): Promise<void> => {
  const refund = await lockOwn(scope, tx, 'refund', refundId)
  if (refund.isVoid) return
  const { changes, effects } = await reopenSource(scope, tx, refund)
  const change = await voidLocked(scope, tx, 'refund', refund, on)
  await finishDocuments(scope, tx, refund.contactId, [change, ...changes], effects)
}

/** Locks a document, also that of a deleted contact. */
const lockOwn = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  kind: 'payment' | 'refund' | 'credit',
  id: number,
): Promise<LockedDocument> => {
  const [locked] = await tx.rows<LockedDocument & { row: string }>(lockDocumentSql[kind]({ tenantId, id }))
  if (!locked) throw new Error(`The ${kind} ${id} of a charge was not found`)
  noteRowBefore(tx, tableOf(kind), id, locked.row)
  return locked
}
