import { addDays, type Day, earlierDay, laterDay } from '#kernel/time/calendar'
import type { Span } from '../terms/terms.model.ts'

export type MembershipStatus = 'Pending' | 'Active' | 'Grace' | 'Lapsed' | 'Dropped' | 'Cancelled' | 'Suspended'

/** A term as far as the status depends on it; void ones are left out. */
export interface TermFacts extends Span {
  /** The last day that it covered, where the membership ended before the term did. */
  endedOn: Day | null
  isActivated: boolean
}

/** All that the status of a membership depends on, beside the day. Days are those of the tenant's time zone. */
export interface MembershipFacts {
  suspendedOn: Day | null
  cancelledOn: Day | null
  droppedOn: Day | null
  graceDays: number
  /** Days before the expiry on which the renewal is invoiced; null: by hand. */
  renewalInvoiceDays: number | null
  terms: readonly TermFacts[]
  /** Due date of the invoice of a renewal that waits for its payment. */
  unpaidDueOn: Day | null
}

/** What lists keep of a membership. */
export interface Standing {
  status: MembershipStatus
  /** First day of the term that runs, else of the last that ran, else of the first that will. */
  startDate: Day | null
  /** Last day that is paid for (for a membership that waits for its first payment: that is agreed). */
  expirationDate: Day | null
  /** Day on which the next term is to begin; null where the membership has ended. */
  renewalDate: Day | null
  /**
   * The next day on which the calendar alone may change something or wants a notice; not later than today only where
   * it is due to be dropped. Null: nothing will happen by itself.
   */
  nextDay: Day | null
}

/** Days before the expiry on which a notice goes out. */
export const EXPIRY_NOTICE_DAYS = 3

/** The days that activated terms cover, in order; those that cover none are left out. */
export const coveredSpans = (terms: readonly TermFacts[]): Span[] =>
  terms
    .filter(({ isActivated }) => isActivated)
    .map(({ startsOn, endsOn, endedOn }) => ({ startsOn, endsOn: endedOn ? earlierDay(endsOn, endedOn) : endsOn }))
    .filter(({ startsOn, endsOn }) => endsOn >= startsOn)
    .sort((a, b) => (a.startsOn < b.startsOn ? -1 : 1))

/** The status on a day: derived here and nowhere else. */
export const statusOn = (facts: MembershipFacts, today: Day): MembershipStatus => {
  if (facts.cancelledOn !== null && facts.cancelledOn <= today) return 'Cancelled'
  if (facts.droppedOn !== null && facts.droppedOn <= today) return 'Dropped'
  if (facts.suspendedOn !== null && facts.suspendedOn <= today) return 'Suspended'
  const begun = coveredSpans(facts.terms).filter(({ startsOn }) => startsOn <= today)
  const expiry = lastDayOf(begun)
  if (expiry === null) return 'Pending'
  if (expiry >= today) return 'Active'
  return addDays(expiry, facts.graceDays) >= today ? 'Grace' : 'Lapsed'
}

/**
 * The day from which the membership may be dropped: behind the latest of expiry, end of grace and due date of the
 * unpaid renewal invoice. Null where nothing was ever covered, and while it is suspended or has ended.
 */
export const dropDay = (facts: MembershipFacts): Day | null => {
  const expiry = lastDayOf(coveredSpans(facts.terms))
  if (expiry === null || facts.suspendedOn || facts.cancelledOn || facts.droppedOn) return null
  return addDays(laterDay(addDays(expiry, facts.graceDays), facts.unpaidDueOn ?? expiry), 1)
}

/** The day on which the renewal is invoiced by itself; null where that is done by hand or is done already. */
export const renewalInvoiceDay = (facts: MembershipFacts): Day | null => {
  const expiry = lastDayOf(coveredSpans(facts.terms))
  const isWaiting = facts.terms.some(({ isActivated }) => !isActivated)
  if (expiry === null || facts.renewalInvoiceDays === null || isWaiting || dropDay(facts) === null) return null
  return addDays(expiry, -facts.renewalInvoiceDays)
}

export const deriveStanding = (facts: MembershipFacts, today: Day): Standing => {
  const covered = coveredSpans(facts.terms)
  const status = statusOn(facts, today)
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
  const drop = dropDay(facts)
  const expiry = lastDayOf(covered)
  if (drop === null || expiry === null) return null
  const days = [
    ...covered.map(({ startsOn }) => startsOn),
    ...covered.map(({ endsOn }) => addDays(endsOn, 1)),
    renewalInvoiceDay(facts) ?? drop,
    addDays(expiry, -EXPIRY_NOTICE_DAYS),
    addDays(expiry, facts.graceDays + 1),
  ]
  return days.filter((day) => day > today).reduce(earlierDay, drop)
}

const lastDayOf = (spans: readonly Span[]): Day | null =>
  spans.reduce<Day | null>((last, { endsOn }) => (last === null ? endsOn : laterDay(last, endsOn)), null)
