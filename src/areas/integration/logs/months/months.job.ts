import { releaseFile } from '#areas/integration/files/attachments.service'
import type { CronTask } from '#kernel/jobs/cron'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import { type Transaction, withRows } from '#kernel/tenancy/tenant-db'
import { startOfLog } from '../tenant-log.model.ts'
import { ADD_LOG_MONTHS, PRUNE_LOG, requestPruning } from './months.service.ts'
import {
  addMonthsSql,
  deleteOldCountsSql,
  deleteOldEventsSql,
  forgetFilesSql,
  hasFilesSql,
  hasOldEventsSql,
  LONGEST_RETENTION,
  lockOldFilesSql,
  MONTHS,
  type Month,
  removeMonthSql,
} from './months.sql.ts'

/** Months that exist before their first event. */
const MONTHS_AHEAD = 3
/** Events per statement, and files per transaction, so that no lock is kept for long. */
const BATCH = 5000
const FILE_BATCH = 100

/** Creates the months that tenants need, and drops those that no tenant needs. */
export const logMonths: CronTask = {
  name: 'log-months',
  at: '7,37 * * * *',
  task: async (context) => {
    const longest = await addMonths(context)
    const dropped = await dropMonths(context, longest)
    context.log.info({ dropped }, 'months of the log kept')
  },
}

export const addLogMonths: Task = async (context) => {
  await addMonths(context)
}

/** Returns the longest retention. */
const addMonths = async ({ database: { system }, clock }: WorkContext): Promise<number> => {
  const longest = await longestRetention(system)
  const now = clock.now()
  await withRows(system).rows(addMonthsSql(startOfLog(now, longest), startOfLog(now, -MONTHS_AHEAD)))
  return longest
}

const longestRetention = async (system: WorkContext['database']['system']): Promise<number> =>
  (await withRows(system).rows<{ months: number }>(LONGEST_RETENTION))[0]?.months ?? 0

/**
 * Drops the months that no tenant keeps: in a moment, whatever they contain. A month in which an event has a file waits for
 * the jobs of the tenants, which delete the files.
 */
const dropMonths = async ({ database: { system }, clock }: WorkContext, longest: number): Promise<number> => {
  const runner = withRows(system)
  const start = startOfLog(clock.now(), longest)
  const months = (await runner.rows<Month>(MONTHS)).filter(({ end }) => end <= start)
  let dropped = 0
  for (const month of months) {
    const [files] = await runner.rows<{ isThere: boolean }>(hasFilesSql(month))
    if (files?.isThere) continue
    await runner.rows(removeMonthSql(month))
    dropped++
  }
  return dropped
}

/** Requests once a day the deletion of a tenant's events before the months that it keeps. */
export const logDays: NewDayWork = {
  name: 'log-retention',
  run: async (scope) => {
    const { db, clock, tenant } = scope
    const before = startOfLog(clock.now(), tenant.logRetentionMonths)
    const [old] = await db.rows<{ isThere: boolean }>(hasOldEventsSql(db.tenantId, before))
    if (old?.isThere) await db.transaction((tx) => requestPruning(scope, tx))
  },
}

/**
 * Deletes the events before the months that a tenant keeps, with their files. Of the tenant with the longest retention only
 * the files and the events before all months: the others are dropped with their month.
 */
export const pruneLog: Task = async (context, payload) => {
  const { tenantId } = payload as { tenantId: number }
  const { database, clock, log } = context
  const { tenant } = await systemScope(context, tenantId)
  const before = startOfLog(clock.now(), tenant.logRetentionMonths)
  const files = await releaseOldFiles(context, tenantId, before)
  const runner = withRows(database.system)
  const isLongest = tenant.logRetentionMonths === (await longestRetention(database.system))
  const [oldest] = isLongest ? await runner.rows<Month>(MONTHS) : []
  const end = oldest?.first ?? before
  let deleted = 0
  for (let count = BATCH; count === BATCH; deleted += count) {
    const [row] = await runner.rows<{ count: number }>(deleteOldEventsSql(tenantId, end, BATCH))
    count = row?.count ?? 0
  }
  await runner.rows(deleteOldCountsSql(tenantId, end))
  log.info({ tenant: tenantId, deleted, files }, 'old events of the log deleted')
}

const releaseOldFiles = async (context: WorkContext, tenantId: number, before: Date): Promise<number> => {
  const scope = await systemScope(context, tenantId)
  const releaseBatch = async (tx: Transaction): Promise<number> => {
    const found = await tx.rows<{ id: string; fileId: number }>(lockOldFilesSql(tenantId, before, FILE_BATCH))
    for (const { fileId } of found) await releaseFile(scope, tx, fileId)
    await tx.rows(
      forgetFilesSql(
        tenantId,
        found.map(({ id }) => id),
      ),
    )
    return found.length
  }
  let released = 0
  for (let count = FILE_BATCH; count === FILE_BATCH; released += count) count = await scope.db.transaction(releaseBatch)
  return released
}

/** The tasks of jobs on the months of the log. */
export const logTasks: Record<string, Task> = { [ADD_LOG_MONTHS]: addLogMonths, [PRUNE_LOG]: pruneLog }
