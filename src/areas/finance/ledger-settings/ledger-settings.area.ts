import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { ledgerTokens } from './connections/tokens.model.ts'
import { ledgerSettingsEvents } from './ledger-settings.events.ts'
import { presentSettings } from './ledger-settings.presenter.ts'
import { findInstallation, getServiceSide } from './ledger-settings.queries.ts'
import { ledgerSettings } from './ledger-settings.routes.ts'
import { ledgerLogRetention } from './sync/retention.job.ts'
import { ledgerSyncFigures } from './sync/sync.figures.ts'
import { ledgerTasks } from './sync/sync.job.ts'
import { ledgerSync } from './sync/sync.subscriber.ts'
import { documentNotSent } from './sync/sync-failures.model.ts'

const mappingUse = (of: string, kinds: readonly string[]): RecordUse => ({
  of,
  user: 'ledger mapping',
  users: 'ledger mappings',
  scope: 'ledger-settings:read',
  remedy: 'Remove it from the mapping of the ledger first.',
  rows: (tenantId) => Prisma.sql`SELECT m.service_id AS used_id, m.id, m.ledger_name AS name FROM ledger_mapping m
    WHERE m.tenant_id = ${tenantId}::integer AND m.kind = ANY (${[...kinds]})`,
})

/** What the mappings use. */
const ledgerSettingsUses: readonly RecordUse[] = [
  mappingUse('account', ['account', 'writeOff']),
  mappingUse('transactionclass', ['class']),
  mappingUse('discount', ['discount']),
  mappingUse('feeitem', ['feeItem']),
  mappingUse('taxset', ['tax']),
  mappingUse('paymentgateway', ['paymentGateway']),
]

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
