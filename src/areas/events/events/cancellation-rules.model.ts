import type { Day } from '#kernel/time/calendar'
import type { Event } from '#prisma/client'

/** What is refunded for a cancellation until a day, as the event stores it. */
// A type, because an interface is not JSON for the compiler.
export type CancellationRule = {
  DaysBefore: number | null
  UntilDate: Day | null
  RefundPercent: number
  Fee: number
}

/** Returns the rules of an event. */
export const rulesOf = ({ cancellationRules }: Pick<Event, 'cancellationRules'>): CancellationRule[] =>
  cancellationRules as CancellationRule[]
