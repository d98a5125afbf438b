import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import type { CronTask } from '#kernel/jobs/cron'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { RegistryTools } from '../registries.service.ts'
import { EXCHANGE_CHANGES, registryJob } from './queue.model.ts'
import { deleteEndedEventsSql, dueTenantsSql } from './queue.sql.ts'
import { exchangeChanges } from './run.service.ts'

const exchange =
  (tools: RegistryTools): Task =>
  async (context, payload) => {
    const { tenantId } = payload as { tenantId: number }
    const scope = await systemScope(context, tenantId)
    const next = await exchangeChanges(scope, tools)
    if (next) await scope.db.transaction((tx) => enqueueJobs(tx, [registryJob(tenantId, next)]))
  }

/** Returns the tasks of the registry queue, which wait for an outside server. */
export const registryTasks = (tools: RegistryTools): Record<string, Task> => ({ [EXCHANGE_CHANGES]: exchange(tools) })

/** Tenants per transaction. */
const BATCH = 500

/** Adds a job for each tenant whose rows or whose registry are due: for all of them, because some can stay due. */
export const registryTimes: CronTask = {
  name: 'registry-times',
  at: '* * * * *',
  task: async ({ database: { system }, clock }) => {
    const due = await withRows(system).rows<{ tenantId: number }>(dueTenantsSql(clock.now()))
    for (let from = 0; from < due.length; from += BATCH) {
      const jobs = due.slice(from, from + BATCH).map(({ tenantId }) => registryJob(tenantId))
      await system.$transaction((tx) => enqueueJobs(tx, jobs), TRANSACTION_LIMITS)
    }
  },
}

/** Days for which settled rows are kept. */
const DAYS_KEPT = 90

/** Deletes rows of the queue that were settled 90 days ago. */
export const registryRetention: CronTask = deleteOldRows({
  name: 'registry-retention',
  at: '57 * * * *',
  days: DAYS_KEPT,
  rows: 'old rows of the registry queue',
  statements: [deleteEndedEventsSql],
})
