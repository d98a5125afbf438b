import type { CronTask } from '#kernel/jobs/cron'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { isOpen } from '../schedule.model.ts'
import { advanceBatch } from './batches.service.ts'
import { followSources } from './enrollment.service.ts'
import { type RunWorkflow, runJob } from './wake.ts'

/** Batches of one job; behind them the next job goes on, so that a worker that stops waits for few. */
const MOST_BATCHES = 20

/** The job that brings a workflow's contacts as far as they can go now. */
export const runWorkflow: Task = async (context, payload) => {
  const { tenantId, workflowId } = payload as RunWorkflow
  const scope = await systemScope(context, tenantId)
  const isDone = await advanceWorkflow(scope, workflowId)
  if (!isDone) await enqueueJobs(context.database.system, [runJob({ tenantId, workflowId })])
}

/**
 * Lets who may enter, who must leave, and everybody go as far as the time allows. Nothing outside the hours of its
 * schedule. Killed at any point the same call does the rest. Whether nothing is left to do.
 */
export const advanceWorkflow = async (scope: Scope, workflowId: number): Promise<boolean> => {
  const { tenantId, prisma } = scope.db
  const workflow = await prisma.workflow.findFirst({
    where: { tenantId, id: workflowId, isActive: true, deletedAt: null },
  })
  if (!workflow || !isOpen(workflow, scope.tenant.timeZone, scope.clock.now())) return true
  if (workflow.stirredAt) {
    await followSources(scope, workflow)
    // What stirred it meanwhile has set another time: that is looked at by the next run.
    const where = { tenantId, id: workflowId, stirredAt: workflow.stirredAt }
    await prisma.workflow.updateMany({ where, data: { stirredAt: null } })
  }
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const { mayGoOn } = await advanceBatch(scope, workflowId)
    if (!mayGoOn) return true
  }
  return false
}

/** Looks every minute for workflows that there is something to do for. */
export const workflowTicks: CronTask = {
  name: 'workflow-ticks',
  at: '* * * * *',
  task: async ({ database, clock }: WorkContext) => {
    const rows = await database.system.$queryRaw<{ tenant_id: number; id: number }[]>`
      SELECT w.tenant_id, w.id FROM workflow w WHERE w.is_active AND w.deleted_at IS NULL
        AND (w.stirred_at IS NOT NULL OR EXISTS (SELECT FROM workflow_run r WHERE r.tenant_id = w.tenant_id
          AND r.workflow_id = w.id AND r.state = 'active' AND r.due_at <= ${clock.now()}))
      ORDER BY w.tenant_id, w.id`
    await enqueueJobs(
      database.system,
      rows.map(({ tenant_id: tenantId, id: workflowId }) => runJob({ tenantId, workflowId })),
    )
  },
}

/** Once a day every workflow looks at its sources, whether or not anything was told of them. */
export const workflowRounds: CronTask = {
  name: 'workflow-rounds',
  at: '23 3 * * *',
  task: async ({ database, clock }: WorkContext) => {
    await database.system.workflow.updateMany({
      where: { isActive: true, deletedAt: null },
      data: { stirredAt: clock.now() },
    })
  },
}
