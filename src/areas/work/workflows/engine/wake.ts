import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'

/** The job that brings a workflow's contacts as far as they can go now. */
export const RUN_WORKFLOW = 'workflow.run'

export interface RunWorkflow {
  tenantId: number
  workflowId: number
}

/** Tries of one run; another is due within a minute, anyway. */
const ATTEMPTS = 5

/** One waiting job for a workflow, however often it is woken; its jobs run one behind the other. */
export const runJob = ({ tenantId, workflowId }: RunWorkflow) => ({
  name: RUN_WORKFLOW,
  payload: { tenantId, workflowId },
  key: `workflow:${tenantId}:${workflowId}`,
  queue: `workflow:${tenantId}:${workflowId}`,
  attempts: ATTEMPTS,
})

/** Asks for a run of the workflow now, in the transaction of the change that gives it something to do. */
export const wakeWorkflow = (
  { db }: Pick<Scope, 'db'>,
  tx: Pick<Transaction, '$executeRaw'>,
  { id }: Pick<Workflow, 'id'>,
): Promise<void> => enqueueJobs(tx, [runJob({ tenantId: db.tenantId, workflowId: id })])

/**
 * Where the steps of a workflow that runs have changed: who could not enter because no step was there may enter now.
 *
 * @param hadFirst whether there was a first step before.
 */
export const wakeForFirstStep = async (
  scope: Pick<Scope, 'db' | 'clock'>,
  tx: Transaction,
  { id, isActive }: Pick<Workflow, 'id' | 'isActive'>,
  hadFirst: boolean,
): Promise<void> => {
  if (hadFirst || !isActive) return
  const { tenantId } = scope.db
  await tx.workflow.update({ where: { tenantId_id: { tenantId, id } }, data: { stirredAt: scope.clock.now() } })
  await wakeWorkflow(scope, tx, { id })
}
