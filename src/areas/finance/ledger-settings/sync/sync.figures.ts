import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { type SyncLoad, syncLoadSql } from './executions.sql.ts'

const figure = (name: string, help: string, pick: (load: SyncLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<SyncLoad>(syncLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The documents on their way to connected ledgers. */
export const ledgerSyncFigures: readonly Figure[] = [
  figure('ledger_documents_waiting', 'Documents that wait for a connected ledger.', ({ waiting }) => waiting),
  figure(
    'ledger_oldest_document_seconds',
    'Seconds since the oldest document that waits for a connected ledger was changed.',
    ({ seconds }) => seconds,
  ),
  figure('ledger_documents_failed', 'Documents that staff must repair and send again.', ({ failed }) => failed),
]
