import type { Area } from '#areas/area'
import type { Figure } from '#kernel/metrics/figure'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { importEvents } from './imports.events.ts'
import { importTasks, oldImports } from './imports.job.ts'
import { importFailed } from './imports.model.ts'
import { importKind, readImport } from './imports.queries.ts'
import { imports } from './imports.routes.ts'
import { type ImportLoad, importLoadSql } from './imports.sql.ts'

/** Imports own the files that they read. They contain contacts. */
const importFiles: readonly FileOwner[] = [
  {
    kind: importKind.entity,
    remedy: 'The file is that of an import. Delete the import instead.',
    scope: 'imports:read',
    rows: (tenantId) => Prisma.sql`SELECT i.id, 'Import ' || i.id AS name FROM import_run i
      WHERE i.tenant_id = ${tenantId}::integer`,
  },
]

const figure = (name: string, help: string, pick: (load: ImportLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<ImportLoad>(importLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

const importFigures: readonly Figure[] = [
  figure('imports_running', 'Imports of files that are queued or running.', ({ running }) => running),
  figure('oldest_import_seconds', 'Seconds since the oldest of these imports was requested.', ({ seconds }) => seconds),
  figure('imports_failed', 'Imports that failed within the last 30 days.', ({ failed }) => failed),
]

export const importsArea: Area = {
  routes: [imports],
  events: changes('imports', 'Import', importEvents),
  shapes: {
    import: written('imports:read', readImport),
  },
  files: importFiles,
  failures: [importFailed],
  outsideTasks: importTasks,
  days: [oldImports],
  figures: importFigures,
}
