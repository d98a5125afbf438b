import { listSystemAccountIds } from '#areas/finance/books/accounts/accounts.queries'
import { postMovementEntry, reverseMovementEntry } from '#areas/finance/books/journal/journal.service'
import {
  recordChargePayment,
  refundChargePayment,
  setRefundedByBooks,
  takeChargeRefundBack,
  type WantedApplication,
} from '#areas/finance/books/payments/charge-payments.service'
import { type LockedContact, lockContacts } from '#areas/people/contacts/records/records.queries'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, ProcessorCharge } from '#prisma/client'
import { areRefundedByBooks, type GatewayAccounts, isPaidOut, paymentTypeOf, transferOf } from './postings.model.ts'
import { findGatewayAccounts, findPostingDay } from './postings.queries.ts'

/** Locks the contact of a charge, before the charge itself, as all changes of the books do. */
export const lockPayer = async (scope: Scope, tx: Transaction, chargeId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id: chargeId }
  const found = await tx.processorCharge.findFirst({ where, select: { contactId: true } })
  if (found?.contactId != null) await lockContacts(tx, scope, [found.contactId])
}

/**
 * Brings the books up to date with a charge, its refunds and its disputes: what is not posted yet is posted, and what is no
 * longer true is taken back. So the order in which states are stored has no effect. The caller has locked the charge.
 *
 * @param soldAt when the money was received; now if it is not known.
 */
export const postCharge = async (scope: Scope, tx: Transaction, chargeId: number, soldAt?: Date): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, id: chargeId }
  const charge = await tx.processorCharge.findFirstOrThrow({ where, include: { payment: { select: { id: true } } } })
  if (charge.currencyCode !== scope.tenant.currencyCode || charge.status !== 'succeeded') return
  const [contact] = charge.contactId === null ? [] : await lockContacts(tx, scope, [charge.contactId])
  const accounts = await findGatewayAccounts(scope, tx, charge.accountId)
  if (charge.inBooks && !charge.payment && charge.entryId === null) {
    await postSale(scope, tx, charge, contact, accounts, soldAt ?? scope.clock.now())
  }
  const stored = await tx.processorCharge.findFirstOrThrow({ where, include: { payment: { select: { id: true } } } })
  const posted = { uid: charge.uid ?? '', paymentId: stored.payment?.id ?? null, isInBooks: stored.inBooks }
  if (stored.inBooks) await postRefunds(scope, tx, chargeId, posted, accounts)
  await postDisputes(scope, tx, chargeId, posted)
}

/** Posts the payment of the contact. Without a contact, the money is owed to somebody who is not known. */
const postSale = async (
  scope: Scope,
  tx: Transaction,
  charge: ProcessorCharge,
  contact: LockedContact | undefined,
  { deposit }: GatewayAccounts,
  soldAt: Date,
): Promise<void> => {
  const { tenantId } = scope.db
  const { id: chargeId, uid: reference } = charge
  const cents = toCents(charge.amountCaptured)
  const on = await findPostingDay(scope, tx, soldAt)
  if (contact) {
    const { gatewayId } = await tx.processorAccount.findFirstOrThrow({ where: { tenantId, id: charge.accountId } })
    await recordChargePayment(scope, tx, {
      contactId: contact.id,
      chargeId,
      cents,
      gatewayId,
      reference,
      receivedOn: on,
      notes: charge.description,
      paymentTypeId: paymentTypeOf(charge),
      // The invoices of a deleted contact stay as they are until it is restored.
      applications: contact.isDeleted ? [] : parseWantedApplications(charge),
    })
    return
  }
  const lines = transferOf(cents, 'unassigned-payments', deposit)
  const entryId = await postMovementEntry(tx, tenantId, { reference: reference ?? '', postedOn: on }, lines)
  await tx.processorCharge.updateMany({ where: { tenantId, id: chargeId }, data: { entryId } })
}

/** Returns the invoices that a charge is to pay, as they are stored. */
const parseWantedApplications = ({ applications }: Pick<ProcessorCharge, 'applications'>): WantedApplication[] =>
  (applications as Prisma.JsonArray).map((entry) => {
    const { invoiceId, cents } = entry as Prisma.JsonObject
    return { invoiceId: Number(invoiceId), cents: cents == null ? null : Number(cents) }
  })

interface PostedCharge {
  uid: string
  paymentId: number | null
  isInBooks: boolean
}

/**
 * What posts that money was given back: a refund of the books, and an entry of what the payment does not cover. A refund that was
 * taken back is void, and stays the refund of what it was posted for.
 */
interface Postings {
  refundId: number | null
  entryId: number | null
}

type Posted = Postings & { refund: { voidedAt: Date | null } | null }

const isPosted = ({ refund, entryId }: Posted): boolean =>
  (refund !== null && refund.voidedAt === null) || entryId !== null

const WITH_REFUND = { refund: { select: { voidedAt: true } } } as const

const postRefunds = async (
  scope: Scope,
  tx: Transaction,
  chargeId: number,
  charge: PostedCharge,
  { deposit }: GatewayAccounts,
): Promise<void> => {
  const { tenantId } = scope.db
  for (const refund of await tx.processorRefund.findMany({
    where: { tenantId, chargeId },
    include: WITH_REFUND,
    orderBy: { id: 'asc' },
  })) {
    if (isPaidOut(refund) === isPosted(refund) || refund.uid === null) continue
    const notes = `Refund ${refund.uid} of the charge ${charge.uid}`
    const { creditId, createdAt: at, uid: reference } = refund
    const money = { cents: toCents(refund.amount), from: deposit, at, reference, notes, creditId }
    const data = isPosted(refund) ? await takeBack(scope, tx, refund) : await giveBack(scope, tx, charge, money)
    await tx.processorRefund.updateMany({ where: { tenantId, id: refund.id }, data })
  }
}

/**
 * Posts disputes. A lost one gives the disputed amount back. After one that was won, the books can return the money.
 */
const postDisputes = async (scope: Scope, tx: Transaction, chargeId: number, charge: PostedCharge): Promise<void> => {
  const { tenantId } = scope.db
  const disputes = await tx.processorDispute.findMany({
    where: { tenantId, chargeId },
    include: WITH_REFUND,
    orderBy: { id: 'asc' },
  })
  if (charge.paymentId !== null) await setRefundedByBooks(scope, tx, charge.paymentId, areRefundedByBooks(disputes))
  for (const dispute of disputes) {
    const { uid, id } = dispute
    const cents = dispute.status === 'lost' ? toCents(dispute.withdrawnAmount) : 0
    if (cents > 0 === isPosted(dispute)) continue
    const notes = `Dispute ${uid} of the charge ${charge.uid}`
    const money = { cents, from: 'disputed-funds', at: scope.clock.now(), reference: uid, notes } as const
    const data = isPosted(dispute) ? await takeBack(scope, tx, dispute) : await giveBack(scope, tx, charge, money)
    await tx.processorDispute.updateMany({ where: { tenantId, id }, data })
  }
}

interface ReturnedMoney {
  cents: number
  from: GatewayAccounts['deposit']
  at: Date
  reference: string
  notes: string
  /** Takes the place of the payment on its invoices. */
  creditId?: number | null
}

/**
 * Posts that money of a charge was given back. What the payment does not cover is a loss: the contact got more back than it
 * has paid.
 */
const giveBack = async (
  scope: Scope,
  tx: Transaction,
  { paymentId, isInBooks }: PostedCharge,
  { cents, from, at, reference, notes, creditId = null }: ReturnedMoney,
): Promise<Postings> => {
  const { tenantId } = scope.db
  const on = await findPostingDay(scope, tx, at)
  const accountId = typeof from === 'number' ? from : ((await listSystemAccountIds(tx, tenantId)).get(from) ?? null)
  const refund =
    paymentId === null
      ? null
      : await refundChargePayment(scope, tx, { paymentId, cents, accountId, on, notes, creditId })
  const rest = cents - (refund?.cents ?? 0)
  const covers = paymentId === null && isInBooks ? 'unassigned-payments' : 'bad-debt'
  const lines = transferOf(rest, from, covers)
  const entryId = rest === 0 ? null : await postMovementEntry(tx, tenantId, { reference, postedOn: on }, lines)
  return { refundId: refund?.id ?? null, entryId }
}

/**
 * Takes back what is posted of a charge without a contact, so that postCharge posts it for the contact. The caller has locked
 * the charge.
 */
export const takeUnassignedBack = async (scope: Scope, tx: Transaction, chargeId: number): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, chargeId }
  const { entryId } = await tx.processorCharge.findFirstOrThrow({ where: { tenantId, id: chargeId } })
  if (entryId === null) return
  await takeBack(scope, tx, { refundId: null, entryId })
  await tx.processorCharge.updateMany({ where: { tenantId, id: chargeId }, data: { entryId: null } })
  for (const refund of await tx.processorRefund.findMany({ where, include: WITH_REFUND, orderBy: { id: 'asc' } }))
    if (isPosted(refund))
      await tx.processorRefund.updateMany({
        where: { ...where, id: refund.id },
        data: await takeBack(scope, tx, refund),
      })
  for (const dispute of await tx.processorDispute.findMany({ where, include: WITH_REFUND, orderBy: { id: 'asc' } }))
    if (isPosted(dispute))
      await tx.processorDispute.updateMany({
        where: { ...where, id: dispute.id },
        data: await takeBack(scope, tx, dispute),
      })
}

/** Takes the postings of money back that was not given back after all. */
const takeBack = async (scope: Scope, tx: Transaction, { refundId, entryId }: Postings): Promise<Postings> => {
  const on = await findPostingDay(scope, tx, scope.clock.now())
  if (refundId !== null) await takeChargeRefundBack(scope, tx, refundId, on)
  if (entryId !== null) await reverseMovementEntry(tx, scope.db.tenantId, entryId, on)
  return { refundId, entryId: null }
}
