import type { StoredClosedPeriod } from '#areas/finance/books/closed-period.queries'
import type { LedgerInstall } from '#contract/finance/ledger-settings'
import { dayOf } from '#kernel/time/day'
import type { Installation } from '../ledger-settings.model.ts'

export const presentInstallation = (
  installation: Installation | null,
  { closedThrough, chosenThrough }: StoredClosedPeriod,
): LedgerInstall => ({
  Id: installation && String(installation.id),
  ClosedPeriodEnabled: closedThrough !== null,
  DisplayMessage: messageOf(installation, closedThrough),
  SetupClosedPeriod: chosenThrough && dayOf(chosenThrough),
})

const messageOf = (installation: Installation | null, closedThrough: Date | null): string => {
  if (!installation) return 'No ledger is installed. Save the installation without Id to install one.'
  return closedThrough ? `The period until ${dayOf(closedThrough)} is closed.` : 'No period is closed.'
}
