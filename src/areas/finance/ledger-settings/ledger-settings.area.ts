import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Figure } from '#kernel/metrics/figure'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { ledgerTokens } from './connections/tokens.model.ts'
import { ledgerSettingsEvents } from './ledger-settings.events.ts'
import { presentSettings } from './ledger-settings.presenter.ts'
import { findInstallation, getServiceSide } from './ledger-settings.queries.ts'
import { ledgerSettings } from './ledger-settings.routes.ts'
import { type SyncLoad, syncLoadSql } from './sync/executions.sql.ts'
import { ledgerLogRetention, ledgerTasks } from './sync/sync.job.ts'
import { documentNotSent } from './sync/sync.model.ts'
import { ledgerSync } from './sync/sync.subscriber.ts'

const figure = (name: string, help: string, pick: (load: SyncLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<SyncLoad>(syncLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The documents on their way to connected ledgers. */
const ledgerSyncFigures: readonly Figure[] = [
  figure('ledger_documents_waiting', 'Documents that wait for a connected ledger.', ({ waiting }) => waiting),
  figure(
    'ledger_oldest_document_seconds',
    'Seconds since the oldest document that waits for a connected ledger was changed.',
    ({ seconds }) => seconds,
  ),
  figure('ledger_documents_failed', 'Documents that staff must repair and send again.', ({ failed }) => failed),
]

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
  additions: [
    addTo(
      contactMoves,
      { kind: 'ledgerCustomers', table: 'ledger_customer', column: 'contact_id', meaning: 'data', sameAs: 'true' },
      { kind: 'ledgerExecutions', table: 'ledger_execution', column: 'contact_id', meaning: 'data' },
    ),
  ],
}
