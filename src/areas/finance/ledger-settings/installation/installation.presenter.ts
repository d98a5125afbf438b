import type { LedgerInstall } from '#contract/finance/ledger-settings'
import { dayOf } from '#kernel/time/day'
import type { Installation } from '../ledger-settings.model.ts'

export const presentInstallation = (installation: Installation | null): LedgerInstall => ({
  Id: installation && String(installation.id),
  ClosedPeriodEnabled: installation?.isClosedPeriodEnabled ?? false,
  DisplayMessage: messageOf(installation),
  SetupClosedPeriod: installation?.closedThrough ? dayOf(installation.closedThrough) : null,
})

const messageOf = (installation: Installation | null): string => {
  if (!installation) return 'No ledger is installed. Save the installation without Id to install one.'
  const { isClosedPeriodEnabled, closedThrough } = installation
  if (!isClosedPeriodEnabled || !closedThrough) return 'No period is closed.'
  return `The period until ${dayOf(closedThrough)} is closed.`
}
