import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { type ExportLoad, exportLoadSql } from './tenant-exports.sql.ts'

const figure = (name: string, help: string, pick: (load: ExportLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<ExportLoad>(exportLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The exports of whole tenants. */
export const tenantExportFigures: readonly Figure[] = [
  figure('tenant_exports_running', 'Exports of tenants that are queued or running.', ({ running }) => running),
  figure(
    'tenant_oldest_export_seconds',
    'Seconds since the oldest of these exports was requested.',
    ({ seconds }) => seconds,
  ),
  figure('tenant_exports_failed', 'Exports of tenants that failed within the last 7 days.', ({ failed }) => failed),
]
