import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { workflowEvents } from './workflows.events.ts'

/**
 * The workflow as it stands, kept from being changed by others until the transaction ends; whoever changes its steps
 * holds it, too. 404 where there is none.
 */
export const holdWorkflow = async ({ db }: Scope, tx: Transaction, id: number): Promise<Workflow> => {
  const { tenantId } = db
  if (id > MAX_ID) throw notFound('workflow')
  await hold(tx, tenantId, id)
  const workflow = await tx.workflow.findFirst({ where: { tenantId, id, deletedAt: null } })
  if (!workflow) throw notFound('workflow')
  return workflow
}

/** The same for who lets contacts go on: undefined where the workflow is off or gone. Batches of one go one at a time. */
export const holdActiveWorkflow = async ({ db }: Scope, tx: Transaction, id: number): Promise<Workflow | undefined> => {
  const { tenantId } = db
  await hold(tx, tenantId, id)
  return (await tx.workflow.findFirst({ where: { tenantId, id, isActive: true, deletedAt: null } })) ?? undefined
}

const hold = (tx: Transaction, tenantId: number, id: number): Promise<unknown> =>
  tx.$queryRaw`select 1 from workflow where tenant_id = ${tenantId} and id = ${id} for no key update`

/** History and event of a change of a workflow. */
export const recordWorkflow = (
  scope: Scope,
  tx: Transaction,
  { id, auditId, name }: Pick<Workflow, 'id' | 'auditId' | 'name'>,
  action: 'created' | 'updated' | 'deleted',
  changes: object,
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'workflow',
    entityId: id,
    auditId,
    action,
    changes: { ...changes },
    event: { kind: workflowEvents[action], payload: { name } },
  })
