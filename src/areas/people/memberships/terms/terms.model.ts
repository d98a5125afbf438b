import { addDays, addMonths, type Day, dayOfMonth, daysBetween, laterDay } from '#kernel/time/calendar'

/** What a type, with a level, says about the length of terms. */
export interface TermRules {
  /** rolling: months from its first day; fixed: up to the day before the renewal date. */
  kind: 'rolling' | 'fixed'
  /** Length of a whole term; of a fixed one a multiple of 12. */
  months: number
  /** Of fixed terms: month (1 to 12) and day on which each term begins; the month's last day where it has no such day. */
  renewalMonth: number
  renewalDay: number
  /** Whether a fixed term that begins late costs only the months it has. */
  isProrated: boolean
  /** Fixed: who begins within so many days of the renewal date gets the next term too. Rolling: see `continues`. */
  rolloverDays: number
  graceDays: number
}

/** Days that are covered, first and last included. */
export interface Span {
  startsOn: Day
  endsOn: Day
}

/** A term as it is agreed. */
export interface Offer extends Span {
  /** Its length; begun months count. 0 for a few days given on top. */
  months: number
  /** Months to be paid, where the price is for `rules.months`. */
  paidMonths: number
}

/**
 * How a term came about: first of a membership; renewal of one that runs or ran; return after it had ended, or back
 * payment from the old expiry on instead; extension by days that were lost.
 */
export type TermKind = 'first' | 'renewal' | 'return' | 'backpayment' | 'extension'

/** The term that begins on a day, whatever was before. */
export const termFrom = (rules: TermRules, start: Day, mayRollOver = true): Offer => {
  const { kind, months } = rules
  if (kind === 'rolling') return { startsOn: start, endsOn: lastDay(start, months), months, paidMonths: months }
  const next = nextRenewal(rules, start)
  const rollsOver = mayRollOver && daysBetween(start, next) <= rules.rolloverDays
  const begun = monthsUntil(start, next) + months - 12
  return {
    startsOn: start,
    endsOn: addDays(renewalIn(rules, yearOf(next) + months / 12 - 1 + (rollsOver ? 1 : 0)), -1),
    months: rollsOver ? begun + 12 : begun,
    paidMonths: rollsOver || !rules.isProrated ? months : begun,
  }
}

/** The term that continues from the last day covered so far. `covered` are the activated terms, in order. */
export const termAfter = (rules: TermRules, covered: readonly Span[], times = 1): Offer => {
  const start = addDays(lastCovered(covered), 1)
  if (rules.kind === 'fixed') {
    const offer = termFrom(rules, start, false)
    const further = (times - 1) * rules.months
    const endsOn = addDays(renewalIn(rules, yearOf(addDays(offer.endsOn, 1)) + further / 12), -1)
    return { startsOn: start, endsOn, months: offer.months + further, paidMonths: offer.paidMonths + further }
  }
  const months = rules.months * times
  return { startsOn: start, endsOn: continuedEnd(covered, start, months), months, paidMonths: months }
}

/** The term offered to who renews on a day: as it will be if it is paid on that day. */
export const renewalTerm = (rules: TermRules, covered: readonly Span[], today: Day): Offer => {
  const offer = termAfter(rules, covered)
  const isInTime = continues(rules, 'renewal', offer, today)
  return isInTime ? offer : termFrom(rules, today)
}

/** Whole terms from the old expiry on, as many as reach a day; null where more than `most` would be needed. */
export const backPayment = (rules: TermRules, covered: readonly Span[], today: Day, most = 10): Offer | null => {
  for (let times = 1; times <= most; times++) {
    const offer = termAfter(rules, covered, times)
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
 * The days of a waiting term that is paid on a day. It keeps its months, or where it is fixed its end. A first term
 * never begins before its payment. Others continue from the last covered day when paid in time (see `continues`);
 * paid later they begin on the day of payment, and the gap stays.
 */
export const activatedSpan = (rules: TermRules, waiting: WaitingTerm, covered: readonly Span[], paidOn: Day): Span => {
  if (covered.length === 0) return beginning(rules, waiting, laterDay(waiting.startsOn, paidOn))
  const start = addDays(lastCovered(covered), 1)
  const continued = { startsOn: start, endsOn: continuedEndOf(rules, waiting, covered, start) }
  if (continues(rules, waiting.kind, continued, paidOn)) return continued
  return beginning(rules, waiting, laterDay(start, paidOn))
}

/**
 * Whether a payment still reaches the old expiry: it came by the first day that is not covered, or so many days behind
 * the expiry (rolling: the rollover window; fixed: the grace), or it is a back payment; and the term is not over by then.
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
  return { startsOn: start, endsOn: start <= endsOn ? endsOn : termFrom(rules, start).endsOn }
}

const continuedEndOf = (rules: TermRules, waiting: WaitingTerm, covered: readonly Span[], start: Day): Day => {
  if (rules.kind === 'rolling') return continuedEnd(covered, start, waiting.months)
  return start <= waiting.endsOn ? waiting.endsOn : termFrom(rules, start, false).endsOn
}

/** The last day that the terms cover. */
export const lastCovered = (covered: readonly Span[]): Day =>
  covered.reduce((last, { endsOn }) => laterDay(last, endsOn), covered[0]?.endsOn ?? '')

/** The last day of a term of whole months: the day before the same day of its last month. */
const lastDay = (start: Day, months: number): Day => addDays(addMonths(start, months), -1)

/**
 * The end of further months behind terms without a gap, counted from the first day of those that are whole months: so
 * that who began on the 31st does not lose days over a February, and many short terms end where one long one would.
 */
const continuedEnd = (covered: readonly Span[], start: Day, months: number): Day => {
  const run = runUpTo(covered, start)
  for (const first of run) {
    const whole = wholeMonths(first, start)
    if (whole !== undefined) return lastDay(first, whole + months)
  }
  return lastDay(start, months)
}

/** First days of the terms that lie without a gap ahead of a day, the earliest first. */
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

/** How many months lie between, where they are whole ones; undefined where they are not. */
const wholeMonths = (from: Day, to: Day): number | undefined => {
  const months = monthsUntil(from, to)
  return addMonths(from, months) === to ? months : undefined
}

/** The months that have begun between two days. */
const monthsUntil = (from: Day, to: Day): number => {
  const months = (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from)
  return addMonths(from, months) >= to ? months : months + 1
}

/** The first renewal date behind a day. */
const nextRenewal = (rules: TermRules, day: Day): Day => {
  const own = renewalIn(rules, yearOf(day))
  return own > day ? own : renewalIn(rules, yearOf(day) + 1)
}

const renewalIn = ({ renewalMonth, renewalDay }: TermRules, year: number): Day =>
  dayOfMonth(year, renewalMonth, renewalDay)

const yearOf = (day: Day): number => Number(day.slice(0, 4))
const monthOf = (day: Day): number => Number(day.slice(5, 7))
