import type { Area } from '#areas/area'
import { failureReports } from './failures/failure-reports.service.ts'
import { failureEvents } from './failures/failures.subscriber.ts'
import { serverFailures } from './failures/server-failures.model.ts'
import { logs } from './logs.routes.ts'
import { logFigures } from './months/months.figures.ts'
import { logDays, logMonths, logTasks } from './months/months.job.ts'
import { tenantLogFiles } from './tenant-log/tenant-log.files.ts'

export const logsArea: Area = {
  routes: [logs],
  files: tenantLogFiles,
  failures: Object.values(serverFailures),
  subscribers: [failureEvents],
  tasks: logTasks,
  cron: [logMonths],
  days: [logDays],
  figures: logFigures,
  mail: () => ({ reports: failureReports }),
}
