import type { Area } from '#areas/area'
import type { Figure } from '#kernel/metrics/figure'
import { changes } from '#kernel/outbox/event-kind'
import { withRows } from '#kernel/tenancy/tenant-db'
import { fileEvents } from './files.events.ts'
import { DELETE_FILES, deleteFiles, fileCleanup } from './files.job.ts'
import { fileInfected } from './files.model.ts'
import { readAttachments } from './files.queries.ts'
import { files } from './files.routes.ts'
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

export const filesArea: Area = {
  routes: [files],
  chapterScopes: ['files:read', 'files:write'],
  events: changes('files', 'File', fileEvents),
  failures: [fileInfected],
  fileTasks: ({ store }) => ({ [DELETE_FILES]: deleteFiles(store) }),
  cron: [fileCleanup],
  figures: fileFigures,
  mail: ({ store }) => ({ readAttachments: readAttachments(store) }),
}
