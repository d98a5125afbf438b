import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { type ContactRunRow, listContactRunsSql } from './runs.sql.ts'

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
