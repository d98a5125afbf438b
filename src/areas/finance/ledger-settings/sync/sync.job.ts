import type { CronTask } from '#kernel/jobs/cron'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { LedgerTools } from '../ledger-settings.model.ts'
import { deleteEndedExecutionsSql } from './executions.sql.ts'
import { runSync } from './run.service.ts'
import { makeSyncJob, SYNC_LEDGER } from './sync.model.ts'

export const syncLedger =
  (tools: LedgerTools): Task =>
  async (context, payload) => {
    const { tenantId } = payload as { tenantId: number }
    const scope = await systemScope(context, tenantId)
    const next = await runSync(scope, tools)
    if (next) await scope.db.transaction((tx) => enqueueJobs(tx, [makeSyncJob(tenantId, next)]))
  }

/** Returns the tasks of the sync, which wait for an outside server. */
export const ledgerTasks = (tools: LedgerTools): Record<string, Task> => ({ [SYNC_LEDGER]: syncLedger(tools) })

/** Deletes entries of the ledger log that ended before, except failures that were not repaired. */
export const ledgerLogRetention = (days: number): CronTask =>
  deleteOldRows({
    name: 'ledger-log-retention',
    at: '47 * * * *',
    days,
    rows: 'old entries of the ledger log',
    statements: [deleteEndedExecutionsSql],
  })
