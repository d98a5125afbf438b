import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { overdueFilesSql } from './files.sql.ts'

/** Longer than the job needs, which runs every five minutes. */
const LATE_MS = 3_600_000

/** Files whose deletion is late: the store or the workers are unavailable. */
export const fileFigures: readonly Figure[] = [
  {
    name: 'files_overdue',
    help: 'Files that should have been deleted more than an hour ago.',
    read: (system) => withRows(system).rows<{ value: number }>(overdueFilesSql(new Date(Date.now() - LATE_MS))),
  },
]
