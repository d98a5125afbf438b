import { exactShareOf, percentUnits, toCents, WHOLE_IN_UNITS } from '#kernel/money/cents'
import { addDays, type Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { Event } from '#prisma/client'
import { type CancellationRule, rulesOf } from './cancellation-rules.model.ts'

type RuledEvent = Pick<Event, 'cancellationRules' | 'startsAt' | 'timeZone'>

/** What is refunded of each participant. */
export interface RefundTerms {
  /** Percent of the price with its taxes. */
  percent: number
  /** What is kept after the percentage, in cents. */
  feeCents: number
}

const NOTHING: RefundTerms = { percent: 0, feeCents: 0 }

const lastDayOf = ({ DaysBefore, UntilDate }: CancellationRule, { startsAt, timeZone }: RuledEvent): Day =>
  UntilDate ?? addDays(dayIn(timeZone, startsAt), -(DaysBefore ?? 0))

/**
 * Returns the terms that apply now: those of the rule with the earliest last day that is not over, else nothing is refunded. Of
 * two rules with the same last day, the one that refunds more applies.
 */
export const findRefundTerms = (event: RuledEvent, now: Date): RefundTerms => {
  const today = dayIn(event.timeZone, now)
  const [rule] = rulesOf(event)
    .map((one) => ({ ...one, day: lastDayOf(one, event) }))
    .filter(({ day }) => day >= today)
    .sort(
      (one, other) =>
        one.day.localeCompare(other.day) || other.RefundPercent - one.RefundPercent || one.Fee - other.Fee,
    )
  return rule ? { percent: rule.RefundPercent, feeCents: toCents(rule.Fee) } : NOTHING
}

/** Returns the cents that terms refund of an amount. */
export const refundOf = (cents: number, { percent, feeCents }: RefundTerms): number =>
  Math.max(0, exactShareOf(cents, percentUnits(percent), WHOLE_IN_UNITS) - feeCents)
