import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { readAttachments } from './attached-files.queries.ts'
import { fileInfected } from './file-failures.model.ts'
import { fileEvents } from './files.events.ts'
import { fileFigures } from './files.figures.ts'
import { DELETE_FILES, deleteFiles, fileCleanup } from './files.job.ts'
import { files } from './files.routes.ts'

export const filesArea: Area = {
  routes: [files],
  events: changes('files', 'File', fileEvents),
  failures: [fileInfected],
  fileTasks: ({ store }) => ({ [DELETE_FILES]: deleteFiles(store) }),
  cron: [fileCleanup],
  figures: fileFigures,
  mail: ({ store }) => ({ readAttachments: readAttachments(store) }),
}
