import { changeOf, recordChange } from '#kernel/records/record-change'
import type { ChangeAction } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, Workflow } from '#prisma/client'
import { workflowKind } from './workflows.queries.ts'

/** Records a change of a workflow; `changes` is its part of the history. */
export const recordWorkflowChange = (
  scope: Scope,
  tx: Transaction,
  workflow: Workflow,
  action: ChangeAction,
  changes: object = {},
): Promise<void> => {
  const details = { changes: { ...changes } as Prisma.InputJsonObject, payload: { name: workflow.name } }
  return recordChange(scope, tx, changeOf(workflowKind, workflow, action, details))
}

/** Records a change of the steps of a workflow: their board gets a new version. */
export const recordBoardChange = async (
  scope: Scope,
  tx: Transaction,
  workflow: Workflow,
  changes: object,
): Promise<void> => {
  const { tenantId, id } = workflow
  await tx.workflow.update({ where: { tenantId_id: { tenantId, id } }, data: { boardAuditId: { increment: 1 } } })
  await recordWorkflowChange(scope, tx, workflow, 'updated', changes)
}
