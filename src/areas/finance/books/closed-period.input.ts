import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { dateOf } from '#kernel/time/day'
import { todayOf } from './documents/documents.input.ts'

/**
 * Parses the last closed day; null closes none. Today stays open, so that everything can be posted today.
 *
 * @throws 422 closed-period-day.
 */
export const parseClosedThrough = (
  scope: Pick<Scope, 'tenant' | 'clock'>,
  sent: string | null,
  pointer: string,
): Date | null => {
  if (!sent) return null
  const day = sent.slice(0, 10)
  const today = todayOf(scope)
  if (day >= today) throw closedPeriodDay(pointer, `must be before ${today}`)
  return dateOf(day)
}

/** 422 for a last day that cannot be. */
export const closedPeriodDay = (pointer: string, message: string) =>
  ruleRefused('closed-period-day', 'The last day of the closed period is not valid.', [{ pointer, message }])
