import type { Figure } from '#kernel/metrics/figure'
import { withRows } from '#kernel/tenancy/tenant-db'
import { countPausedSql } from './workflows.sql.ts'

/** The workflows of all tenants that failures have switched off. */
export const workflowFigures: readonly Figure[] = [
  {
    name: 'workflows_paused',
    help: 'Workflows that were switched off because a step fails.',
    read: (system) => withRows(system).rows<{ value: number }>(countPausedSql),
  },
]
