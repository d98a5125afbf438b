import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { countFailuresSql, type StepFailures } from '../runs/runs.sql.ts'
import { workflowEvents } from '../workflows.events.ts'
import { workflowKind } from '../workflows.queries.ts'
import type { StepLog } from './run.model.ts'

/** One failure among this number of contacts that arrived at a step pauses the workflow. */
const CONTACTS_PER_FAILURE = 10

/**
 * Switches a workflow off if a step has failed for 10 % of the contacts that arrived at it since the workflow was
 * switched on. The caller has locked the workflow.
 *
 * @returns whether the workflow was switched off.
 */
export const pauseAfterFailures = async (
  scope: Scope,
  tx: Transaction,
  workflow: Workflow,
  logs: readonly StepLog[],
): Promise<boolean> => {
  const stepIds = [...new Set(logs.flatMap(({ state, stepId }) => (state === 'failed' ? [stepId] : [])))]
  if (stepIds.length === 0) return false
  const { tenantId } = scope.db
  const counted = await tx.rows<StepFailures>(countFailuresSql(tenantId, stepIds, workflow.activatedAt))
  const failing = counted.find(({ failed, arrived }) => failed * CONTACTS_PER_FAILURE >= arrived)
  if (!failing) return false
  const { stepId, failed, arrived } = failing
  const outcome = logs.findLast((log) => log.state === 'failed' && log.stepId === stepId)?.outcome
  const reason = `Step ${stepId} failed for ${failed} of ${arrived} contacts: ${outcome ?? 'the reason is not known.'}`
  const pause = { isActive: false, pausedAt: scope.clock.now(), pausedReason: reason, pausedStepId: stepId }
  const paused = await tx.workflow.update({
    where: { tenantId_id: { tenantId, id: workflow.id } },
    data: { ...pause, ...NEXT_VERSION },
  })
  const payload = { name: workflow.name, stepId, reason }
  const details = { payload, eventKind: workflowEvents.paused }
  await recordChange(scope, tx, changeOf(workflowKind, paused, 'updated', details))
  return true
}
