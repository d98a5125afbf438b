import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma, type Workflow } from '#prisma/client'
import { workflowEvents } from '../workflows.events.ts'
import type { StepLog } from './run.model.ts'

/** A workflow pauses where one in so many of those that came to a step failed there. */
const ONE_IN = 10

interface Counted {
  step_id: number
  failed: number
  came: number
}

/**
 * Switches a workflow off where a step's failures, since it was switched on, have reached 10 % of those that came to it.
 * Who already stood before the step when it was switched on counts once the step was tried. Whether it did. The caller
 * holds the workflow.
 */
export const pauseAfterFailures = async (
  scope: Scope,
  tx: Transaction,
  workflow: Workflow,
  logs: readonly StepLog[],
): Promise<boolean> => {
  const stepIds = [...new Set(logs.flatMap(({ state, step_id }) => (state === 'failed' ? [step_id] : [])))]
  if (stepIds.length === 0) return false
  const { tenantId } = scope.db
  const counted = await tx.rows<Counted>(Prisma.sql`
    SELECT step_id, count(*)::int AS came, count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM workflow_step_run WHERE tenant_id = ${tenantId}::int AND step_id = ANY (${stepIds}::int[])
      AND coalesce(done_at, arrived_at) >= coalesce(${workflow.activatedAt}::timestamptz, '-infinity') GROUP BY step_id ORDER BY step_id`)
  const bad = counted.find(({ failed, came }) => failed * ONE_IN >= came)
  if (!bad) return false
  const why = logs.findLast(({ state, step_id }) => state === 'failed' && step_id === bad.step_id)?.outcome
  const reason = `Step ${bad.step_id} failed for ${bad.failed} of ${bad.came} contacts: ${why ?? 'no reason is known.'}`
  const paused = await tx.workflow.update({
    where: { tenantId_id: { tenantId, id: workflow.id } },
    data: {
      isActive: false,
      pausedAt: scope.clock.now(),
      pausedReason: reason,
      pausedStepId: bad.step_id,
      auditId: { increment: 1 },
    },
  })
  await recordChange(scope, tx, {
    entity: 'workflow',
    entityId: workflow.id,
    auditId: paused.auditId,
    action: 'updated',
    changes: { IsActive: false, reason },
    event: { kind: workflowEvents.paused, payload: { name: workflow.name, stepId: bad.step_id, reason } },
  })
  return true
}
