import type { LedgerInstallInput } from '#contract/finance/ledger-settings'
import { ruleRefused } from '#kernel/errors/problem'
import { dateOf } from '#kernel/time/day'
import type { Installation } from '../ledger-settings.model.ts'

export type ClosedPeriodData = Pick<Installation, 'isClosedPeriodEnabled' | 'closedThrough'>

/**
 * Parses the closed period. A field that is left out keeps its value.
 *
 * @param today the current day in the time zone of the tenant.
 * @throws 422 closed-period-day.
 */
export const parseClosedPeriod = (
  input: LedgerInstallInput,
  current: ClosedPeriodData | null,
  today: string,
): ClosedPeriodData => {
  const isClosedPeriodEnabled = input.ClosedPeriodEnabled ?? current?.isClosedPeriodEnabled ?? false
  const sent = input.SetupClosedPeriod
  const closedThrough = sent === undefined ? (current?.closedThrough ?? null) : sent ? dateOf(sent) : null
  if (isClosedPeriodEnabled && !closedThrough) throw closedPeriodDay('is required while the closed period is enabled')
  if (sent && sent > today) throw closedPeriodDay(`must not be after ${today}`)
  return { isClosedPeriodEnabled, closedThrough }
}

const closedPeriodDay = (message: string) =>
  ruleRefused('closed-period-day', 'The last day of the closed period is not valid.', [
    { pointer: '/SetupClosedPeriod', message },
  ])
