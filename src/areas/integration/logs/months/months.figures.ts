import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { MONTHS_AHEAD } from './months.sql.ts'

/** Months of the log that exist in advance. At 0 no worker has run for weeks, or its job fails. */
export const logFigures: readonly Figure[] = [
  {
    name: 'log_months_ahead',
    help: 'Months after the current one for which the log has a table.',
    read: (system) => withRows(system).rows<{ value: number }>(MONTHS_AHEAD),
  },
]
