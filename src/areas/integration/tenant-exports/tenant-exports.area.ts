import type { Area } from '#areas/area'
import type { Figure } from '#kernel/metrics/figure'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import type { FailureKind } from '#services/tenant-log/failure-kinds'
import { tenantExportEvents } from './tenant-exports.events.ts'
import { oldTenantExports, tenantExportTasks } from './tenant-exports.job.ts'
import { readTenantExport, tenantExportKind } from './tenant-exports.queries.ts'
import { tenantExports } from './tenant-exports.routes.ts'
import { type ExportLoad, exportLoadSql } from './tenant-exports.sql.ts'

/** Exports own their archives. */
const tenantExportFiles: readonly FileOwner[] = [
  {
    kind: tenantExportKind.entity,
    remedy: 'The file is the archive of an export. Delete the export instead.',
    scope: 'admin',
    rows: (tenantId) => Prisma.sql`SELECT x.id, 'Export ' || x.id AS name FROM tenant_export x
      WHERE x.tenant_id = ${tenantId}::integer`,
  },
]

const figure = (name: string, help: string, pick: (load: ExportLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<ExportLoad>(exportLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

const tenantExportFigures: readonly Figure[] = [
  figure('tenant_exports_running', 'Exports of tenants that are queued or running.', ({ running }) => running),
  figure(
    'tenant_oldest_export_seconds',
    'Seconds since the oldest of these exports was requested.',
    ({ seconds }) => seconds,
  ),
  figure('tenant_exports_failed', 'Exports of tenants that failed within the last 7 days.', ({ failed }) => failed),
]

/** An export was not completed. */
const exportFailed: FailureKind = {
  name: 'exportFailed',
  level: 'Error',
  logType: 'Export',
  entityType: 'tenant-export',
  meaning: 'An export of the tenant was not completed.',
  remedy: 'Start another one. If it fails again, ask the operator of the server.',
  reportedBy: {
    kinds: [tenantExportEvents.updated],
    isConditional: true,
    describe: (id) => ({ key: id, what: `The export ${id} was not completed.` }),
  },
}

export const tenantExportsArea: Area = {
  routes: [tenantExports],
  events: changes('tenant-exports', 'Export of the tenant', tenantExportEvents),
  shapes: {
    'tenant-export': written('admin', readTenantExport),
  },
  files: tenantExportFiles,
  failures: [exportFailed],
  outsideTasks: tenantExportTasks,
  days: [oldTenantExports],
  figures: tenantExportFigures,
}
