import { notFound } from '#kernel/errors/problem'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { requestRun } from '../engine/engine.job.ts'
import { lockWorkflow, workflowKind } from '../workflows.queries.ts'
import { type RetriedRuns, retryRunsSql } from './runs.sql.ts'

/**
 * Retries contacts that stay at a step that failed: they do the step again at the next run. Returns their number.
 *
 * @throws 404 if the workflow does not exist, or if none of `which` is a contact of the workflow that failed.
 */
export const retryContacts = (scope: Scope, which: RetriedRuns): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const workflow = await lockWorkflow(scope, tx, which.workflowId)
    const retried = await tx.rows(retryRunsSql(scope, which))
    if (which.contactId !== undefined && retried.length === 0) throw notFound('failed contact in the workflow')
    const { contactId, stepId } = which
    const changes = { retried: retried.length, ...(contactId && { contactId }), ...(stepId && { stepId }) }
    await recordChange(scope, tx, changeOf(workflowKind, workflow, 'updated', { changes, eventKind: null }))
    if (retried.length > 0 && workflow.isActive) await requestRun(scope, tx, workflow)
    return retried.length
  })
