import { addDays, addMonths, type Day, dayOfMonth, daysBetween, laterDay } from '#kernel/time/calendar'

/** A membership can be renewed until it is paid for this many months from today. */
export const MAX_MONTHS_AHEAD = 120

/** The rules of a type and a level for the length of terms. */
export interface TermRules {
  /** rolling: months from the first day; fixed: up to the day before the renewal date. */
  kind: 'rolling' | 'fixed'
  /** Length of a whole term; a multiple of 12 for fixed terms. */
  months: number
  /** Month (1 to 12) and day on which each fixed term begins; the last day of a shorter month. */
  renewalMonth: number
  renewalDay: number
  /** Whether a fixed term that begins late costs only its own months. */
  isProrated: boolean
  /** Fixed: a term that begins at most this many days before the renewal date includes the next one. Rolling: see `continues`. */
  rolloverDays: number
  graceDays: number
}

/** Covered days, including the first and the last. */
export interface Span {
  startsOn: Day
  endsOn: Day
}

/** The days and the price of a term. */
export interface Offer extends Span {
  /** Its length, begun months included. 0 for an extension. */
  months: number
  /** Months to pay; the price is for `rules.months`. */
  paidMonths: number
}

/**
 * first: the first term of a membership; renewal; return: a new term after the membership had ended; backpayment: whole
 * terms from the old expiry on; extension: the days of a suspension.
 */
export type TermKind = 'first' | 'renewal' | 'return' | 'backpayment' | 'extension'

/** Returns the term that begins on a day, independent of earlier terms. */
export const planTermFrom = (rules: TermRules, start: Day, mayRollOver = true): Offer => {
  const { kind, months } = rules
  if (kind === 'rolling') return { startsOn: start, endsOn: lastDay(start, months), months, paidMonths: months }
  const next = nextRenewal(rules, start)
  const rollsOver = mayRollOver && daysBetween(start, next) <= rules.rolloverDays
  const begun = begunMonths(rules, start, next) + months - 12
  return {
    startsOn: start,
    endsOn: addDays(renewalIn(rules, yearOf(next) + months / 12 - 1 + (rollsOver ? 1 : 0)), -1),
    months: rollsOver ? begun + 12 : begun,
    paidMonths: rollsOver || !rules.isProrated ? months : begun,
  }
}

/** Returns the term that continues from the last covered day. `covered` are the activated terms, in order. */
export const planTermAfter = (rules: TermRules, covered: readonly Span[], times = 1): Offer => {
  const start = addDays(findLastCovered(covered), 1)
  if (rules.kind === 'fixed') {
    const offer = planTermFrom(rules, start, false)
    const further = (times - 1) * rules.months
    const endsOn = addDays(renewalIn(rules, yearOf(addDays(offer.endsOn, 1)) + further / 12), -1)
    return { startsOn: start, endsOn, months: offer.months + further, paidMonths: offer.paidMonths + further }
  }
  const months = rules.months * times
  return { startsOn: start, endsOn: continuedEnd(covered, start, months), months, paidMonths: months }
}

/** Returns the term of a renewal, if it is paid on the same day. */
export const planRenewalTerm = (rules: TermRules, covered: readonly Span[], today: Day): Offer => {
  const offer = planTermAfter(rules, covered)
  const isInTime = continues(rules, 'renewal', offer, today)
  return isInTime ? offer : planTermFrom(rules, today)
}

/** Returns whole terms from the old expiry on that cover a day; null if more than `max` would be necessary. */
export const planBackPayment = (rules: TermRules, covered: readonly Span[], today: Day, max = 10): Offer | null => {
  for (let times = 1; times <= max; times++) {
    const offer = planTermAfter(rules, covered, times)
    if (offer.endsOn >= today) return offer
  }
  return null
}

/** A term that waits for its payment. */
export interface WaitingTerm extends Span {
  kind: TermKind
  months: number
}

/**
 * Returns the days of a waiting term that is paid on a day. It keeps its months, or where it is fixed its end. A first
 * term never begins before its payment. Others continue from the last covered day when paid in time (see `continues`);
 * paid later they begin on the day of payment, and the gap stays.
 */
export const planActivatedSpan = (
  rules: TermRules,
  waiting: WaitingTerm,
  covered: readonly Span[],
  paidOn: Day,
): Span => {
  if (covered.length === 0) return beginning(rules, waiting, laterDay(waiting.startsOn, paidOn))
  const start = addDays(findLastCovered(covered), 1)
  const continued = { startsOn: start, endsOn: continuedEndOf(rules, waiting, covered, start) }
  if (continues(rules, waiting.kind, continued, paidOn)) return continued
  return beginning(rules, waiting, laterDay(start, paidOn))
}

/**
 * Returns whether a paid term continues from the old expiry. It does if it is paid by the first day that is not covered,
 * or within a window after the expiry (rolling: the rollover days; fixed: the grace), or if it is a back payment; and if
 * the term is not over on the day of the payment.
 */
const continues = (rules: TermRules, kind: TermKind, { startsOn, endsOn }: Span, paidOn: Day): boolean => {
  if (paidOn <= startsOn) return true
  if (paidOn > endsOn) return false
  if (kind === 'backpayment') return true
  const window = rules.kind === 'rolling' ? rules.rolloverDays : rules.graceDays
  return kind === 'renewal' && daysBetween(startsOn, paidOn) + 1 <= window
}

const beginning = (rules: TermRules, { endsOn, months }: WaitingTerm, start: Day): Span => {
  if (rules.kind === 'rolling') return { startsOn: start, endsOn: lastDay(start, months) }
  return { startsOn: start, endsOn: start <= endsOn ? endsOn : planTermFrom(rules, start).endsOn }
}

const continuedEndOf = (rules: TermRules, waiting: WaitingTerm, covered: readonly Span[], start: Day): Day => {
  if (rules.kind === 'rolling') return continuedEnd(covered, start, waiting.months)
  return start <= waiting.endsOn ? waiting.endsOn : planTermFrom(rules, start, false).endsOn
}

/** Returns the last day that the terms cover. */
export const findLastCovered = (covered: readonly Span[]): Day =>
  covered.reduce((last, { endsOn }) => laterDay(last, endsOn), covered[0]?.endsOn ?? '')

/** Returns the last day of a term of whole months: the day before the same day of its last month. */
const lastDay = (start: Day, months: number): Day => addDays(addMonths(start, months), -1)

/**
 * Returns the end of further months after terms without a gap, counted from the first day of the terms that are whole
 * months. So a membership that began on the 31st does not lose days by a February, and many short terms end on the same
 * day as one long term.
 */
const continuedEnd = (covered: readonly Span[], start: Day, months: number): Day => {
  const run = runUpTo(covered, start)
  for (const first of run) {
    const whole = wholeMonths(first, start)
    if (whole !== undefined) return lastDay(first, whole + months)
  }
  return lastDay(start, months)
}

/** Returns the first days of the terms that lead to a day without a gap, the earliest first. */
const runUpTo = (covered: readonly Span[], start: Day): Day[] => {
  const run: Day[] = []
  let next = start
  for (const term of [...covered].sort((a, b) => (a.startsOn < b.startsOn ? 1 : -1))) {
    if (term.endsOn < term.startsOn || addDays(term.endsOn, 1) !== next) continue
    run.unshift(term.startsOn)
    next = term.startsOn
  }
  return run
}

/** Returns the number of months between two days if it is whole, otherwise undefined. */
const wholeMonths = (from: Day, to: Day): number | undefined => {
  const months = monthsUntil(from, to)
  return addMonths(from, months) === to ? months : undefined
}

/** Returns the number of months between the months of two days. */
const monthsBetween = (from: Day, to: Day): number => (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from)

/** Returns the number of months that have begun between two days. */
const monthsUntil = (from: Day, to: Day): number => {
  const months = monthsBetween(from, to)
  return addMonths(from, months) >= to ? months : months + 1
}

/**
 * Returns the begun months of a term until the next renewal date. Months begin on the day of the month of the first day, or on
 * the renewal day, whichever gives fewer: a first or renewal day that was moved to the end of a shorter month begins none.
 */
const begunMonths = (rules: TermRules, start: Day, next: Day): number => {
  const months = monthsBetween(start, next)
  const begin = dayOfMonth(yearOf(start), monthOf(start), rules.renewalDay)
  return Math.min(monthsUntil(start, next), begin <= start ? months : months + 1)
}

/** Returns the first renewal date after a day. */
const nextRenewal = (rules: TermRules, day: Day): Day => {
  const own = renewalIn(rules, yearOf(day))
  return own > day ? own : renewalIn(rules, yearOf(day) + 1)
}

const renewalIn = ({ renewalMonth, renewalDay }: TermRules, year: number): Day =>
  dayOfMonth(year, renewalMonth, renewalDay)

const yearOf = (day: Day): number => Number(day.slice(0, 4))
const monthOf = (day: Day): number => Number(day.slice(5, 7))
