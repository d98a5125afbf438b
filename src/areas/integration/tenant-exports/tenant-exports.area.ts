import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { exportFailed } from './export-failures.model.ts'
import { tenantExportEvents } from './tenant-exports.events.ts'
import { tenantExportFigures } from './tenant-exports.figures.ts'
import { tenantExportFiles } from './tenant-exports.files.ts'
import { oldTenantExports, tenantExportTasks } from './tenant-exports.job.ts'
import { readTenantExport } from './tenant-exports.queries.ts'
import { tenantExports } from './tenant-exports.routes.ts'

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
