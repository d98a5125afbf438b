import type { Area } from '#areas/area'
import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { failureReports } from './failures/failure-reports.service.ts'
import { serverFailures } from './failures/failures.model.ts'
import { failureEvents } from './failures/failures.subscriber.ts'
import { logs } from './logs.routes.ts'
import { logDays, logMonths, logTasks } from './months/months.job.ts'
import { MONTHS_AHEAD } from './months/months.sql.ts'
import { LOG_EVENT } from './tenant-log.model.ts'

/** Events own their accompanying files. The id of such an owner is that of the file, because ids of events are wider. */
const tenantLogFiles: readonly FileOwner[] = [
  {
    kind: LOG_EVENT,
    remedy: 'The file belongs to an event of the log. It is deleted with the event.',
    scope: 'logs:read',
    rows: (tenantId) => Prisma.sql`SELECT e.file_id AS id, e.message AS name FROM log_event e
      WHERE e.tenant_id = ${tenantId}::integer AND e.file_id IS NOT NULL`,
  },
]

/** Months of the log that exist in advance. At 0 no worker has run for weeks, or its job fails. */
const logFigures: readonly Figure[] = [
  {
    name: 'log_months_ahead',
    help: 'Months after the current one for which the log has a table.',
    read: (system) => withRows(system).rows<{ value: number }>(MONTHS_AHEAD),
  },
]

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
