import { invoiceDues } from '#areas/finance/books/invoices/dues.service'
import { voidInvoice } from '#areas/finance/books/invoices/invoice-posting.service'
import { conflict } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { addDays, type Day } from '#kernel/time/calendar'
import { dateOf, dayOf } from '#kernel/time/day'
import type { MembershipLevel } from '#prisma/client'
import {
  findNextLevelId,
  findWaitingLevelChange,
  findWaitingTerm,
  kindOf,
  type LockedLevelChange,
  type LockedTerm,
  listCovered,
  listCoveredWithoutEnds,
  rulesOf,
} from '../locked-membership.model.ts'
import { queueTermMail } from '../mails/mails.service.ts'
import type { ChangeContext } from '../membership-change.service.ts'
import { type MembershipEvent, membershipEvents } from '../memberships.events.ts'
import { membershipKind } from '../memberships.queries.ts'
import { shareOfMonths } from '../types/level-price.model.ts'
import { findTermPrice, WITH_BANDS } from '../types/level-prices.queries.ts'
import { type Offer, planActivatedSpan, type TermKind } from './terms.model.ts'
import { getTermPlans } from './terms.queries.ts'

/** Reads the membership again after a step has changed its terms. */
export const reloadMembership = async ({ scope, tx, membership }: ChangeContext): Promise<void> => {
  const { tenantId } = scope.db
  Object.assign(membership, await membershipKind.find(tx, { tenantId, id: membership.id }, scope))
}

export interface TermRequest {
  kind: TermKind
  offer: Offer
  levelId: number | null
  /** The payment plan that divides its invoice; null or absent: one payment. */
  planId?: number | null
}

/** Adds a term. An approved membership gets its invoice; a term without a price takes effect immediately. */
export const addTerm = async (context: ChangeContext, { kind, offer, levelId, planId }: TermRequest): Promise<void> => {
  const { scope, tx, membership } = context
  const { tenantId } = scope.db
  const { startsOn, endsOn, months } = offer
  const dates = { startsOn: dateOf(startsOn), endsOn: dateOf(endsOn) }
  const amount = fromCents(await findPrice(context, levelId, offer.paidMonths))
  await tx.membershipTerm.create({
    data: {
      tenantId,
      membershipId: membership.id,
      kind,
      levelId,
      ...dates,
      months,
      amount,
      paymentPlanId: planId ?? null,
    },
  })
  await reloadMembership(context)
  if (membership.approvedAt) await invoiceWaitingTerm(context)
}

/** Finds the level of the next term; null if the type has no levels. */
export const findNextLevel = async ({ scope, tx, membership }: ChangeContext): Promise<MembershipLevel | null> => {
  const id = findNextLevelId(membership)
  return id === null ? null : tx.membershipLevel.findFirst({ where: { tenantId: scope.db.tenantId, id } })
}

/** Finds the price of a term in cents. @throws 422 units-missing. */
export const findPrice = async (
  { scope, tx, membership }: ChangeContext,
  levelId: number | null,
  paidMonths: number,
): Promise<number> => {
  if (levelId === null) return 0
  const where = { tenantId: scope.db.tenantId, id: levelId }
  const level = await tx.membershipLevel.findFirstOrThrow({ where, include: WITH_BANDS })
  const cents = await findTermPrice(scope, tx, level, membership)
  return shareOfMonths(cents, paidMonths, rulesOf(membership.type, level).months)
}

/** Invoices the waiting term; without a price it takes effect immediately. */
const invoiceWaitingTerm = async (context: ChangeContext): Promise<void> => {
  const { scope, tx, membership, today } = context
  const term = findWaitingTerm(membership)
  if (!term) return
  const cents = toCents(term.amount)
  if (cents === 0) return activateTerm(context, term, today)
  const invoice = await invoiceDues(scope, tx, {
    contactId: membership.contactId,
    feeItemId: term.level?.feeItemId ?? null,
    description: describe(context, term),
    cents,
    issuedOn: today,
    dueOn: addDays(today, membership.type.dueDays),
    shares: await listShares(context, term),
  })
  const where = { tenantId: scope.db.tenantId, id: term.id }
  await tx.membershipTerm.updateMany({ where, data: { invoiceId: invoice.id } })
  await reloadMembership(context)
}

/** Returns the shares of the payment plan of a term; none without a plan. */
const listShares = async ({ scope, tx }: ChangeContext, { paymentPlanId, startsOn }: LockedTerm) =>
  paymentPlanId === null ? [] : getTermPlans().listShares(scope, tx, paymentPlanId, dayOf(startsOn))

const describe = ({ membership }: ChangeContext, term: LockedTerm): string =>
  `${[membership.type.name, term.level?.name].filter(Boolean).join(', ')}: ${dayOf(term.startsOn)} to ${dayOf(term.endsOn)}`

export interface PaidInvoice {
  invoiceId: number
  /** Whether it left nothing open. */
  isSettled: boolean
  paidOn: Day
}

/**
 * Activates the term or level change that waits for an invoice that is settled; a term with a payment plan as soon as the
 * first part is paid. Does nothing if it is void or activated.
 */
export const activatePaid = async (context: ChangeContext, paid: PaidInvoice): Promise<void> => {
  const { invoiceId, isSettled, paidOn } = paid
  const term = findWaitingTerm(context.membership)
  if (term?.invoiceId === invoiceId && (isSettled || (await isFirstPartPaid(context, term)))) {
    await activateTerm(context, term, paidOn)
  }
  const change = findWaitingLevelChange(context.membership)
  if (isSettled && change?.invoiceId === invoiceId) await activateLevelChange(context, change)
}

const isFirstPartPaid = async ({ scope, tx }: ChangeContext, { invoiceId }: LockedTerm): Promise<boolean> => {
  const where = { tenantId: scope.db.tenantId, invoiceId: invoiceId ?? 0 }
  const first = await tx.invoicePart.findFirst({ where, orderBy: { position: 'asc' } })
  return first !== null && toCents(first.openAmount) === 0
}

/** The event of a term's activation. */
const EVENTS: Partial<Record<TermKind, MembershipEvent>> = {
  renewal: membershipEvents.renewed,
  return: membershipEvents.reinstated,
  backpayment: membershipEvents.reinstated,
}

const activateTerm = async (context: ChangeContext, term: LockedTerm, paidOn: Day): Promise<void> => {
  const { scope, tx, membership } = context
  const { tenantId } = scope.db
  const kind = kindOf(term)
  if (kind === 'backpayment') await clearTermEnds(context)
  const covered = kind === 'backpayment' ? listCoveredWithoutEnds(membership) : listCovered(membership)
  const rules = rulesOf(membership.type, term.level)
  const waiting = { kind, months: term.months, startsOn: dayOf(term.startsOn), endsOn: dayOf(term.endsOn) }
  const span = planActivatedSpan(rules, waiting, covered, paidOn)
  const dates = { startsOn: dateOf(span.startsOn), endsOn: dateOf(span.endsOn) }
  // The condition ensures that a term takes effect once, even if the caller has read it before a change.
  const { count } = await tx.membershipTerm.updateMany({
    where: { tenantId, id: term.id, activatedAt: null, voidedAt: null },
    data: { ...dates, activatedAt: scope.clock.now() },
  })
  if (count === 0) return
  if (kind === 'return' || kind === 'backpayment') await clearMembershipEnd(context)
  if (membership.nextLevelId !== null && membership.nextLevelId === term.levelId) await setNextLevel(context, null)
  const event = EVENTS[kind]
  if (event) context.addEvent(event, { termId: term.id, startsOn: span.startsOn, endsOn: span.endsOn })
  await queueTermMail(context, kind, term, span)
  await reloadMembership(context)
}

export const activateLevelChange = async (context: ChangeContext, change: LockedLevelChange): Promise<void> => {
  const { scope, tx } = context
  const { count } = await tx.membershipLevelChange.updateMany({
    where: { tenantId: scope.db.tenantId, id: change.id, activatedAt: null, voidedAt: null },
    data: { activatedAt: scope.clock.now() },
  })
  if (count > 0) context.addEvent(membershipEvents.levelChanged, { levelId: change.levelId, atOnce: true })
  await reloadMembership(context)
}

export const setNextLevel = async (
  { scope, tx, membership }: ChangeContext,
  nextLevelId: number | null,
): Promise<void> => {
  await tx.membership.updateMany({ where: { tenantId: scope.db.tenantId, id: membership.id }, data: { nextLevelId } })
}

/** Removes the early ends of terms, so that the terms cover their days again. */
export const clearTermEnds = async ({ scope, tx, membership }: ChangeContext): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, membershipId: membership.id }
  await tx.membershipTerm.updateMany({ where, data: { endedOn: null } })
}

export const clearMembershipEnd = async ({ scope, tx, membership }: ChangeContext): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, id: membership.id }
  await tx.membership.updateMany({ where, data: { droppedOn: null, cancelledOn: null, endReason: null } })
}

/** Voids the waiting term and its invoice; payments on it stay a credit of the contact. */
export const voidWaitingTerm = async (context: ChangeContext): Promise<void> => {
  const { scope, tx, membership } = context
  const term = findWaitingTerm(membership)
  if (!term) return
  const where = { tenantId: scope.db.tenantId, id: term.id }
  await tx.membershipTerm.updateMany({ where, data: { voidedAt: scope.clock.now() } })
  if (term.invoiceId) await voidInvoice(scope, tx, term.invoiceId)
  await reloadMembership(context)
}

/** Voids the waiting term and the waiting level change, with their invoices. */
export const voidWaitingParts = async (context: ChangeContext): Promise<void> => {
  const { scope, tx, membership } = context
  const change = findWaitingLevelChange(membership)
  if (change) {
    const where = { tenantId: scope.db.tenantId, id: change.id }
    await tx.membershipLevelChange.updateMany({ where, data: { voidedAt: scope.clock.now() } })
    if (change.invoiceId) await voidInvoice(scope, tx, change.invoiceId)
  }
  await voidWaitingTerm(context)
  await reloadMembership(context)
}

/** @throws 409 term-waiting. */
export const requireNoWaitingTerm = ({ membership }: ChangeContext): void => {
  const waiting = findWaitingTerm(membership)
  if (!waiting) return
  throw conflict('term-waiting', 'A term is already waiting for its payment.', { InvoiceId: waiting.invoiceId })
}
