import type { WorkflowPendingContact } from '#contract/work/workflows'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type ContactRunRow, listContactRunsSql, listPendingSql } from './runs.sql.ts'

const MAX_PENDING = 1000

/** Lists the runs of a contact in a workflow, the latest first. @throws 404 if it was never in it. */
export const listContactRuns = async (
  scope: Scope,
  workflowId: number,
  contactId: number,
): Promise<ContactRunRow[]> => {
  const runs = await scope.db.rows<ContactRunRow>(listContactRunsSql(scope, workflowId, contactId))
  if (runs.length === 0) throw notFound('contact in the workflow')
  return runs
}

/** Lists the contacts that are at a step now, the soonest first. */
export const listPending = (scope: Scope, stepId: number): Promise<WorkflowPendingContact[]> =>
  scope.db.rows<WorkflowPendingContact>(listPendingSql(scope, stepId, MAX_PENDING))
