import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { ledgerTokens } from './connections/tokens.model.ts'
import { ledgerSettingsEvents } from './ledger-settings.events.ts'
import { presentSettings } from './ledger-settings.presenter.ts'
import { findInstallation, getServiceSide } from './ledger-settings.queries.ts'
import { ledgerSettings } from './ledger-settings.routes.ts'
import { ledgerSettingsUses } from './ledger-settings.uses.ts'
import { ledgerLogRetention } from './sync/retention.job.ts'
import { ledgerSyncFigures } from './sync/sync.figures.ts'
import { ledgerTasks } from './sync/sync.job.ts'
import { ledgerSync } from './sync/sync.subscriber.ts'
import { documentNotSent } from './sync/sync-failures.model.ts'

export const ledgerSettingsArea: Area = {
  routes: [ledgerSettings],
  events: changes('ledger-settings', 'Ledger settings', ledgerSettingsEvents),
  shapes: {
    ledgersettings: presented('ledger-settings:read', async (scope) => {
      const installation = await findInstallation(scope)
      return presentSettings(scope, installation, await getServiceSide(scope, installation))
    }),
  },
  uses: ledgerSettingsUses,
  failures: [documentNotSent],
  sealed: ledgerTokens,
  subscribers: [ledgerSync],
  outsideTasks: ledgerTasks,
  retention: ({ ledgerLogRetentionDays }) => [ledgerLogRetention(ledgerLogRetentionDays)],
  figures: ledgerSyncFigures,
}
