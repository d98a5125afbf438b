import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { importFailed } from './import-failures.model.ts'
import { importEvents } from './imports.events.ts'
import { importFigures } from './imports.figures.ts'
import { importFiles } from './imports.files.ts'
import { importTasks, oldImports } from './imports.job.ts'
import { readImport } from './imports.queries.ts'
import { imports } from './imports.routes.ts'

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
