import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { DueRun, RunEnd, RunState } from '../engine/run.model.ts'
import type { BatchResult } from '../engine/run-path.model.ts'
import type { Step } from '../steps/step.model.ts'
import { lockWorkflow } from '../workflows.queries.ts'
import {
  endRunOfContactSql,
  endRunsAtStepSql,
  endRunsByIdSql,
  failRunsSql,
  moveRunsSql,
  saveLogSql,
} from './runs.sql.ts'

/** Removes a contact from a workflow for staff: no source brings it in again. @throws 404 if it is not in it now. */
export const removeContact = (scope: Scope, workflowId: number, contactId: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockWorkflow(scope, tx, workflowId)
    const end = { state: 'removed', reason: 'Removed by staff.' } as const
    const ended = await tx.rows(endRunOfContactSql(scope, workflowId, contactId, end))
    if (ended.length === 0) throw notFound('contact in the workflow')
  })

/**
 * Moves the contacts at a deleted step to the next one, which they do at the next run; without one they complete. Those
 * for which the step failed continue too.
 */
export const leaveStep = async (scope: Scope, tx: Transaction, step: Step, next: Step | undefined): Promise<void> => {
  const { tenantId } = scope.db
  const now = scope.clock.now()
  await tx.workflowStepRun.updateMany({
    where: { tenantId, stepId: step.id, state: 'waiting' },
    data: { state: 'skipped', outcome: 'The step was deleted.', doneAt: now },
  })
  if (!next) {
    await tx.rows(endRunsAtStepSql(scope, step.id, { state: 'completed', reason: null }))
    return
  }
  await tx.workflowRun.updateMany({
    where: { tenantId, stepId: step.id },
    data: { ...AGAIN, stepId: next.id, visit: 1, arrivedAt: now, dueAt: now, isWaiting: false },
  })
}

/** A run that does not stay at a failed step any more. */
const AGAIN = { state: 'active', endedAt: null, endReason: null }

/** Writes the result of a batch: the logs, the new positions and the ends of its runs. */
export const saveBatch = async (
  scope: Scope,
  tx: SqlRunner,
  runs: readonly DueRun[],
  { logs, states }: BatchResult,
): Promise<void> => {
  const { tenantId } = scope.db
  if (logs.length > 0) await tx.rows(saveLogSql(tenantId, logs))
  const moved = runs.flatMap(({ runId: id, sourceIds }) => {
    const state = states.get(id)
    if (state?.state !== 'active') return []
    const { stepId, visit, isWaiting, arrivedAt, dueAt } = state
    return [{ id, sourceIds, stepId, visit, isWaiting, arrivedAt, dueAt }]
  })
  if (moved.length > 0) await tx.rows(moveRunsSql(tenantId, moved))
  const failed = runs.flatMap(({ runId: id, sourceIds }) => {
    const state = states.get(id)
    return state && 'stepId' in state && state.state === 'failed' ? [{ ...state, id, sourceIds }] : []
  })
  if (failed.length > 0) await tx.rows(failRunsSql(scope, failed))
  for (const [end, ids] of endsOf(states)) await tx.rows(endRunsByIdSql(scope, ids, end))
}

/** Returns the runs that end, grouped by their end. */
const endsOf = (states: ReadonlyMap<number, RunState>): [RunEnd, number[]][] => {
  const ends = new Map<string, [RunEnd, number[]]>()
  for (const [runId, state] of states) {
    if ('stepId' in state) continue
    const key = `${state.state}:${state.reason}`
    const known = ends.get(key)
    if (known) known[1].push(runId)
    else ends.set(key, [{ state: state.state, reason: state.reason }, [runId]])
  }
  return [...ends.values()]
}
