import { conflict } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { holdWorkflow, recordWorkflow } from '../hold-workflow.service.ts'
import { endRunsSql } from '../runs/runs.sql.ts'

/**
 * Deletes a workflow that is off. Runs under way end where they are; what was done to contacts stays in their history.
 *
 * @throws 404; 409 stale-audit-id, workflow-active; 412.
 */
export const deleteWorkflow = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const workflow = await holdWorkflow(scope, tx, id)
    assertVersion(workflow.auditId, expected)
    if (workflow.isActive) throw conflict('workflow-active', 'The workflow runs; switch it off before deleting it.')
    const end = { state: 'removed', reason: 'The workflow was deleted.' } as const
    await tx.$queryRaw(endRunsSql(scope, Prisma.sql`r.workflow_id = ${id}`, end))
    await tx.workflowSource.deleteMany({ where: { tenantId, workflowId: id } })
    const deleted = await tx.workflow.update({
      where: { tenantId_id: { tenantId, id } },
      data: { deletedAt: scope.clock.now(), auditId: { increment: 1 } },
    })
    await recordWorkflow(scope, tx, deleted, 'deleted', {})
  })
