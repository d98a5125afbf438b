import { lockRecord, lockRecordIfPresent } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { workflowEvents } from './workflows.events.ts'
import { editOf } from './workflows.model.ts'
import { countWorkflowSql, listSourcesSql, type SourceRow, type WorkflowCounts } from './workflows.sql.ts'

export const workflowKind: RecordKind<Workflow> = {
  entity: 'workflow',
  table: 'workflow',
  columns: { stirred_at: null, next_run_at: null, board_audit_id: null },
  isSoftDeleted: true,
  events: workflowEvents,
  find: (tx, { tenantId, id }) => tx.workflow.findFirst({ where: { tenantId, id, deletedAt: null } }),
}

/** Returns a workflow. @throws 404. */
export const getWorkflow = (scope: Scope, id: number): Promise<Workflow> => getRecord(scope, workflowKind, id)

/**
 * Locks a workflow for a change of its settings or steps. Runs can still reference it.
 *
 * @throws 404, 409 `stale-audit-id`, 412.
 */
export const lockWorkflow = (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected?: ExpectedVersion,
): Promise<Workflow> => lockRecord(scope, tx, workflowKind, id, expected, 'no key update')

/**
 * Locks a workflow so that its batches run one at a time, and none during a change.
 *
 * @returns undefined if the workflow is off or deleted.
 */
export const lockActiveWorkflow = async (scope: Scope, tx: Transaction, id: number): Promise<Workflow | undefined> => {
  const workflow = await lockRecordIfPresent(scope, tx, workflowKind, id, 'no key update')
  return workflow?.isActive ? workflow : undefined
}

/** Returns a workflow with its sources in the documented shape, as JSON text. @throws 404. */
export const readWorkflowRecord = async (scope: Scope, id: number): Promise<string> =>
  JSON.stringify(editOf(await getWorkflow(scope, id), await listSources(scope, id)))

/** Lists the sources of a workflow by the names of their groups, anti-sources included. */
export const listSources = (scope: Scope, workflowId: number): Promise<SourceRow[]> =>
  scope.db.rows<SourceRow>(listSourcesSql(scope, workflowId))

/** Counts the steps of a workflow and its contacts by state. */
export const countWorkflow = async ({ db }: Scope, id: number): Promise<WorkflowCounts> => {
  const [counts] = await db.rows<WorkflowCounts>(countWorkflowSql(db.tenantId, id))
  return counts ?? { steps: 0, participants: 0, active: 0, early: 0, completed: 0, failed: 0 }
}
