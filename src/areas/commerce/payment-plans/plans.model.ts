import type { PlanShare } from '#areas/people/memberships/terms/terms.queries'
import type { Day } from '#kernel/time/calendar'
import { addDays, addMonths } from '#kernel/time/calendar'

/** A payment of a plan: on a day, or months after the start of the term. */
export interface PlanPayment {
  dueOn: Day | null
  monthsAfterStart: number | null
  cents: number
}

/** Splits a price into equal monthly payments from the start of the term, with the remaining cents on the first. */
export const splitEqually = (price: number, count: number): PlanPayment[] => {
  const each = Math.floor(price / count)
  return Array.from({ length: count }, (_, at) => ({
    dueOn: null,
    monthsAfterStart: at,
    cents: at === 0 ? price - each * (count - 1) : each,
  }))
}

/** Returns the shares of an invoice that a plan makes for a term. */
export const sharesOf = (payments: readonly PlanPayment[], termStart: Day): PlanShare[] =>
  payments
    .map(({ dueOn, monthsAfterStart, cents }) => ({
      dueOn: dueOn ?? addMonths(termStart, monthsAfterStart ?? 0),
      share: cents,
    }))
    .sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1))

/** Days on which a plan can be chosen; null: no bound. */
export interface PlanWindow {
  startsOn: Day | null
  endsOn: Day | null
}

export const isOffered = ({ startsOn, endsOn }: PlanWindow, today: Day): boolean =>
  (startsOn === null || startsOn <= today) && (endsOn === null || today <= endsOn)

export const COLLECT_PART = 'collect_part'

/** Days from a failed attempt to the next one. After the last attempt, only a later part or another token starts new ones. */
const RETRY_DAYS = [3, 5, 7]

/** Returns the day of the next attempt; null if there is none. @param failures attempts that failed with the same token. */
export const findNextAttempt = (failures: number, today: Day): Day | null => {
  const days = RETRY_DAYS[failures - 1]
  return days === undefined ? null : addDays(today, days)
}

/** Returns the key of the charge of an attempt: the processor charges once for it, and a repeat finds the charge. */
export const chargeKeyOf = (collectionId: number): string => `plan-part:${collectionId}`
