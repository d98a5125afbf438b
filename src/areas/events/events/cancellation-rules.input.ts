import type { EventCancellationRuleInput, EventDetailsInput } from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import type { Event } from '#prisma/client'
import { type CancellationRule, rulesOf } from './cancellation-rules.model.ts'

/** Parses the rules of a request, which replace those of the event. Adds what breaks a rule to `faults`. */
export const parseCancellationRules = (
  sent: EventDetailsInput['CancellationRules'],
  current: Event | null,
  faults: FieldFault[],
): CancellationRule[] => {
  const rules = sent ? sent.map(parseRule) : current ? rulesOf(current) : []
  const days = rules.map(({ DaysBefore, UntilDate }) => UntilDate ?? DaysBefore)
  for (const [at, { DaysBefore, UntilDate }] of rules.entries()) {
    const pointer = `/CancellationRules/${at}/DaysBefore`
    if ((DaysBefore === null) === (UntilDate === null))
      faults.push({ pointer, message: 'or UntilDate must be set, but not both' })
    else if (days.indexOf(UntilDate ?? DaysBefore) < at)
      faults.push({ pointer, message: 'must not be in the list twice' })
  }
  return rules
}

const parseRule = ({ DaysBefore, UntilDate, RefundPercent, Fee }: EventCancellationRuleInput): CancellationRule => ({
  DaysBefore: DaysBefore ?? null,
  UntilDate: UntilDate ?? null,
  RefundPercent: RefundPercent ?? 100,
  Fee: Fee ?? 0,
})
