import type { StoredClosedPeriod } from '#areas/finance/books/closed-period.queries'
import { type ClosedPeriodData, closedPeriodDay, parseClosedThrough } from '#areas/finance/books/closed-period.service'
import type { LedgerInstallInput } from '#contract/finance/ledger-settings'
import type { Scope } from '#kernel/tenancy/scope'

/** Parses the closed period. A field that is left out keeps its value. @throws 422 closed-period-day. */
export const parseClosedPeriod = (
  scope: Scope,
  input: LedgerInstallInput,
  current: StoredClosedPeriod,
): ClosedPeriodData => {
  const { ClosedPeriodEnabled, SetupClosedPeriod: sent } = input
  const isEnabled = ClosedPeriodEnabled ?? current.closedThrough !== null
  const chosenThrough =
    sent === undefined ? current.chosenThrough : parseClosedThrough(scope, sent, '/SetupClosedPeriod')
  if (isEnabled && !chosenThrough)
    throw closedPeriodDay('/SetupClosedPeriod', 'is required while the closed period is enabled')
  return { closedThrough: isEnabled ? chosenThrough : null, chosenThrough }
}
