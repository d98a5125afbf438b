import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { type ImportLoad, importLoadSql } from './imports.sql.ts'

const figure = (name: string, help: string, pick: (load: ImportLoad) => number): Figure => ({
  name,
  help,
  read: async (system) => {
    const rows = await withRows(system).rows<ImportLoad>(importLoadSql)
    return rows.map((row) => ({ value: pick(row) }))
  },
})

/** The imports of files. */
export const importFigures: readonly Figure[] = [
  figure('imports_running', 'Imports of files that are queued or running.', ({ running }) => running),
  figure('oldest_import_seconds', 'Seconds since the oldest of these imports was requested.', ({ seconds }) => seconds),
  figure('imports_failed', 'Imports that failed within the last 30 days.', ({ failed }) => failed),
]
