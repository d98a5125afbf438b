import type { CronTask } from '#kernel/jobs/cron'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope } from '#kernel/outbox/deliver'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { instantAt } from '#kernel/time/local-time'
import { appOf } from '../catalog/catalog.model.ts'
import { isRunDay, type Schedule } from '../catalog/schedule.model.ts'
import type { NativeTools } from '../native-app.port.ts'
import { isReady, NIGHTLY, valuesOf } from '../native-integrations.model.ts'
import { integrationKind } from '../native-integrations.queries.ts'
import { addExecution } from './executions.service.ts'
import { deleteEndedExecutionsSql } from './executions.sql.ts'
import { performDueRuns } from './run.service.ts'
import { RUN_NATIVE } from './runs.model.ts'

/** Returns the tasks of runs, which wait for outside servers. */
export const nativeTasks = (tools: NativeTools): Record<string, Task> => ({
  [RUN_NATIVE]: async (context, payload) => {
    const { tenantId, integrationId } = payload as { tenantId: number; integrationId: number }
    await performDueRuns(await systemScope(context, tenantId), tools, integrationId)
  },
})

/** Queues the scheduled runs of the day, each for its hour in the time zone of the tenant. */
export const nativeDays: NewDayWork = {
  name: 'native-integrations',
  run: async (scope, { today }) => {
    const where = { tenantId: scope.db.tenantId, isPaused: false }
    const installed = await scope.db.prisma.nativeIntegration.findMany({ where, orderBy: { id: 'asc' } })
    for (const { id } of installed.filter((one) => appOf(one).isScheduled))
      await scope.db.transaction((tx) => queueScheduled(scope, tx, id, today))
  },
}

/** Queues a scheduled run. Its number is its day, so that a repetition of the work queues no second one. */
const queueScheduled = async (scope: Scope, tx: Transaction, integrationId: number, today: Day): Promise<void> => {
  const { tenantId } = scope.db
  const integration = await lockRecordIfPresent(scope, tx, integrationKind, integrationId)
  const schedule = integration && (valuesOf(integration) as Schedule | null)
  if (!integration || !schedule || schedule.IsPaused || !isReady(integration) || !isRunDay(schedule, today)) return
  const scheduled = { tenantId, integrationId, trigger: NIGHTLY, number: today }
  if (await tx.nativeExecution.findFirst({ where: scheduled, select: { id: true } })) return
  const dueAt = instantAt(scope.tenant.timeZone, today, `${String(schedule.Hour).padStart(2, '0')}:00`)
  await addExecution(scope, tx, integrationId, { trigger: NIGHTLY, number: today, dueAt })
}

/** Deletes runs that ended before. */
export const nativeRetention = (days: number): CronTask =>
  deleteOldRows({
    name: 'native-retention',
    at: '37 * * * *',
    days,
    rows: 'old runs of native integrations',
    statements: [deleteEndedExecutionsSql],
  })
