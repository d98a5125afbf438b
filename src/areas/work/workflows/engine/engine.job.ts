import type { CronTask } from '#kernel/jobs/cron'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { type Transaction, withRows } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { findNextOpening, isOpen } from '../workflows.model.ts'
import { lockActiveWorkflow } from '../workflows.queries.ts'
import { advanceBatch } from './batches.service.ts'
import { type DueWorkflow, listDueWorkflowsSql, planNextRunSql } from './engine.sql.ts'
import { followSources } from './enrollment.service.ts'

/** The job that advances the contacts of a workflow as far as possible now. */
export const RUN_WORKFLOW = 'workflow.run'

interface RunPayload {
  tenantId: number
  workflowId: number
}

/**
 * The maximum of the job library. An attempt counts even if its worker is killed, and that must never end a workflow.
 * Each minute replaces the job, with all of its attempts, so a lower number would not stop a job that fails.
 */
const MAX_ATTEMPTS = 32_767

/** Returns the job of a workflow. At most one waits, and the jobs of a workflow run one at a time. */
export const runJob = ({ tenantId, workflowId }: RunPayload) => ({
  name: RUN_WORKFLOW,
  payload: { tenantId, workflowId },
  key: `workflow:${workflowId}`,
  queue: `workflow:${workflowId}`,
  attempts: MAX_ATTEMPTS,
})

/** Requests a run of the workflow in the transaction of a change that affects its runs. */
export const requestRun = ({ db }: Pick<Scope, 'db'>, tx: Transaction, { id }: Pick<Workflow, 'id'>): Promise<void> =>
  enqueueJobs(tx, [runJob({ tenantId: db.tenantId, workflowId: id })])

/**
 * Requests a run after a change of the steps of an active workflow: contacts can enter that could not while it had no
 * active step.
 *
 * @param hadFirst whether the workflow had an active step before the change.
 */
export const requestRunForFirstStep = async (
  scope: Pick<Scope, 'db' | 'clock'>,
  tx: Transaction,
  { id, isActive }: Pick<Workflow, 'id' | 'isActive'>,
  hadFirst: boolean,
): Promise<void> => {
  if (hadFirst || !isActive) return
  const { tenantId } = scope.db
  await tx.workflow.update({ where: { tenantId_id: { tenantId, id } }, data: { stirredAt: scope.clock.now() } })
  await requestRun(scope, tx, { id })
}

/** The batches of one job. The next job continues, so that a worker that stops waits for few. */
const MAX_BATCHES = 20

/** Runs the job of a workflow, and requests another one if there is more to do. */
export const runWorkflow: Task = async (context, payload) => {
  const { tenantId, workflowId } = payload as RunPayload
  const scope = await systemScope(context, tenantId)
  const isDone = await advanceWorkflow(scope, workflowId)
  if (!isDone) await enqueueJobs(context.database.system, [runJob({ tenantId, workflowId })])
}

/**
 * Applies the sources of a workflow, then advances its contacts as far as possible now. Does nothing outside the hours
 * of its schedule. After a crash at any point, the same call does the rest.
 *
 * @returns whether there is nothing left to do.
 */
export const advanceWorkflow = async (scope: Scope, workflowId: number): Promise<boolean> => {
  const { tenantId, prisma } = scope.db
  const workflow = await prisma.workflow.findFirst({
    where: { tenantId, id: workflowId, isActive: true, deletedAt: null },
  })
  if (!workflow) return true
  if (!(await advanceWhileOpen(scope, workflow))) return false
  await planNextRun(scope, workflowId)
  return true
}

const advanceWhileOpen = async (scope: Scope, workflow: Workflow): Promise<boolean> => {
  const { tenantId, prisma } = scope.db
  if (!isOpen(workflow, scope.tenant.timeZone, scope.clock.now())) return true
  if (workflow.stirredAt) {
    await followSources(scope, workflow)
    // A change of the sources since the read has set another time; the next run applies it.
    const where = { tenantId, id: workflow.id, stirredAt: workflow.stirredAt }
    await prisma.workflow.updateMany({ where, data: { stirredAt: null } })
  }
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { canContinue } = await advanceBatch(scope, workflow.id)
    if (!canContinue) return true
  }
  return false
}

/** Puts off the next run of the workflow until there is something to do in the hours of its schedule. */
const planNextRun = (scope: Scope, workflowId: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const workflow = await lockActiveWorkflow(scope, tx, workflowId)
    if (!workflow) return
    const opening = findNextOpening(workflow, scope.tenant.timeZone, scope.clock.now())
    await tx.rows(planNextRunSql(scope.db.tenantId, workflowId, opening))
  })

/** Workflows that one statement reads and one adds jobs for. */
const TICK_BATCH = 1000

/** Requests a run of each workflow that has something to do, every minute. */
export const workflowTicks: CronTask = {
  name: 'workflow-ticks',
  at: '* * * * *',
  task: async ({ database, clock }: WorkContext) => {
    const now = clock.now()
    const { rows } = withRows(database.system)
    let after: DueWorkflow | undefined
    do {
      const due: DueWorkflow[] = await rows<DueWorkflow>(listDueWorkflowsSql(now, TICK_BATCH, after))
      await enqueueJobs(database.system, due.map(runJob))
      after = due.length === TICK_BATCH ? due.at(-1) : undefined
    } while (after)
  },
}

/** Makes every workflow apply its sources once a day, even if no event has reported a change of them. */
export const workflowRounds: NewDayWork = {
  name: 'workflow-rounds',
  run: async ({ db, clock }) => {
    await db.prisma.workflow.updateMany({
      where: { tenantId: db.tenantId, isActive: true, deletedAt: null },
      data: { stirredAt: clock.now() },
    })
  },
}
