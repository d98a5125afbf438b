import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { holdWorkflow } from '../hold-workflow.service.ts'
import { endRunsSql } from './runs.sql.ts'

/** Staff takes a contact out of a workflow: no source brings it in again. 404 where it is not in it now. */
export const removeContact = (scope: Scope, workflowId: number, contactId: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await holdWorkflow(scope, tx, workflowId)
    const its = Prisma.sql`r.workflow_id = ${workflowId}::int AND r.contact_id = ${contactId}::int`
    const ended = await tx.rows(endRunsSql(scope, its, { state: 'removed', reason: 'Taken out by staff.' }))
    if (ended.length === 0) throw notFound('contact in the workflow')
  })
