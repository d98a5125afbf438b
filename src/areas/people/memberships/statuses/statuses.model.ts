import { addDays, type Day, earlierDay, laterDay } from '#kernel/time/calendar'
import type { Span } from '../terms/terms.model.ts'

/** Every status that a membership can have, in the order of its life. */
export const STATUSES = ['Pending', 'Active', 'Grace', 'Lapsed', 'Dropped', 'Cancelled', 'Suspended'] as const

export type MembershipStatus = (typeof STATUSES)[number]

/** The facts of a term that the status depends on; void terms are left out. */
export interface TermFacts extends Span {
  /** The last covered day if the membership ended before the term. */
  endedOn: Day | null
  isActivated: boolean
}

/** The facts that the status of a membership depends on, besides the day. Days are in the tenant's time zone. */
export interface MembershipFacts {
  suspendedOn: Day | null
  cancelledOn: Day | null
  droppedOn: Day | null
  graceDays: number
  /** Days before the expiry on which the renewal is invoiced; null: staff invoices it. */
  renewalInvoiceDays: number | null
  terms: readonly TermFacts[]
  /** Due date of the invoice of a renewal that waits for its payment; null without one. */
  unpaidDueOn: Day | null
  /** Due date of the oldest open part of a term that has taken effect; null: all parts are paid, or there are none. */
  partDueOn: Day | null
}

/** The derived fields that are stored with a membership, for lists. */
export interface DerivedStatus {
  status: MembershipStatus
  /** First day of the current term, otherwise of the last past term, otherwise of the first future term. */
  startDate: Day | null
  /** Last paid day; the last day of its first term for a membership that waits for its first payment. */
  expirationDate: Day | null
  /** First day of the next term; null if the membership has ended. */
  renewalDate: Day | null
  /**
   * The next day on which a nightly run can change the membership or send a notice. Today or earlier only if the
   * membership is due to be dropped. Null: no nightly run changes it.
   */
  nextDay: Day | null
}

/** A notice is sent this many days before the expiry. */
export const EXPIRY_NOTICE_DAYS = 3

/** Returns the days that activated terms cover, in order; terms that cover no day are left out. */
export const listCoveredSpans = (terms: readonly TermFacts[]): Span[] =>
  terms
    .filter(({ isActivated }) => isActivated)
    .map(({ startsOn, endsOn, endedOn }) => ({ startsOn, endsOn: endedOn ? earlierDay(endsOn, endedOn) : endsOn }))
    .filter(({ startsOn, endsOn }) => endsOn >= startsOn)
    .sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1))

/**
 * Returns the status on a day. The status is derived only here. An overdue part of a payment plan has the effect of an expiry
 * on its due date.
 */
export const deriveStatusOn = (facts: MembershipFacts, today: Day): MembershipStatus => {
  if (facts.cancelledOn !== null && facts.cancelledOn <= today) return 'Cancelled'
  if (facts.droppedOn !== null && facts.droppedOn <= today) return 'Dropped'
  if (facts.suspendedOn !== null && facts.suspendedOn <= today) return 'Suspended'
  const begun = listCoveredSpans(facts.terms).filter(({ startsOn }) => startsOn <= today)
  const expiry = lastDayOf(begun)
  if (expiry === null) return 'Pending'
  const paidThrough = earlierOf(expiry, facts.partDueOn)
  if (paidThrough >= today) return 'Active'
  return addDays(paidThrough, facts.graceDays) >= today ? 'Grace' : 'Lapsed'
}

/**
 * Returns the first day on which the membership can be dropped: after the latest of expiry, end of grace and due date of
 * the unpaid renewal invoice; earlier if a part of a payment plan is overdue, after its due date and the same grace. Null if no day was ever covered, and while it is suspended or has ended.
 */
export const findDropDay = (facts: MembershipFacts): Day | null => {
  const expiry = lastDayOf(listCoveredSpans(facts.terms))
  if (expiry === null || facts.suspendedOn || facts.cancelledOn || facts.droppedOn) return null
  const byExpiry = laterDay(addDays(expiry, facts.graceDays), facts.unpaidDueOn ?? expiry)
  return addDays(earlierOf(byExpiry, facts.partDueOn && addDays(facts.partDueOn, facts.graceDays)), 1)
}

const earlierOf = (day: Day, other: Day | null): Day => (other === null ? day : earlierDay(day, other))

/** Returns the day on which a nightly run invoices the renewal; null if staff does, or if it is invoiced already. */
export const findRenewalInvoiceDay = (facts: MembershipFacts): Day | null => {
  const expiry = lastDayOf(listCoveredSpans(facts.terms))
  const isWaiting = facts.terms.some(({ isActivated }) => !isActivated)
  if (expiry === null || facts.renewalInvoiceDays === null || isWaiting || findDropDay(facts) === null) return null
  return addDays(expiry, -facts.renewalInvoiceDays)
}

export const deriveStatus = (facts: MembershipFacts, today: Day): DerivedStatus => {
  const covered = listCoveredSpans(facts.terms)
  const status = deriveStatusOn(facts, today)
  const hasEnded = status === 'Cancelled' || status === 'Dropped'
  const shown = covered.length > 0 ? covered : facts.terms
  const expirationDate = lastDayOf(shown)
  const current = shown.filter(({ startsOn }) => startsOn <= today).at(-1) ?? shown[0]
  return {
    status,
    startDate: current?.startsOn ?? null,
    expirationDate,
    renewalDate: hasEnded || covered.length === 0 || !expirationDate ? null : addDays(expirationDate, 1),
    nextDay: nextDayOf(facts, covered, today),
  }
}

const nextDayOf = (facts: MembershipFacts, covered: readonly Span[], today: Day): Day | null => {
  const drop = findDropDay(facts)
  const expiry = lastDayOf(covered)
  if (drop === null || expiry === null) return null
  const days = [
    ...covered.map(({ startsOn }) => startsOn),
    ...covered.map(({ endsOn }) => addDays(endsOn, 1)),
    findRenewalInvoiceDay(facts) ?? drop,
    addDays(expiry, -EXPIRY_NOTICE_DAYS),
    addDays(expiry, facts.graceDays + 1),
    ...(facts.partDueOn === null ? [] : [addDays(facts.partDueOn, 1), addDays(facts.partDueOn, facts.graceDays + 1)]),
  ]
  return days.filter((day) => day > today).reduce(earlierDay, drop)
}

/** Returns null without a span. */
const lastDayOf = (spans: readonly Span[]): Day | null =>
  spans.reduce<Day | null>((last, { endsOn }) => (last === null ? endsOn : laterDay(last, endsOn)), null)
