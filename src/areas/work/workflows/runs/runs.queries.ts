import { instantJson, listJson } from '#kernel/database/json-sql'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

/** A contact's runs as they are kept, JSON and all. */
export interface ContactRun {
  Rotation: number
  State: 'active' | 'completed' | 'optedout' | 'removed' | 'failed'
  EnteredDate: string
  EndedDate: string | null
  EndReason: string | null
  WorkflowStepId: number | null
  PendingUntil: string | null
  Steps: ContactStep[]
}

export interface ContactStep {
  WorkflowStepId: number
  /** What type of step it was then; null: as the step is now. */
  TypeId: number | null
  Visit: number
  State: 'waiting' | 'done' | 'skipped' | 'failed'
  Outcome: string | null
  ArrivedDate: string
  DoneDate: string | null
}

/** Each time the contact was in the workflow, the latest first; 404 where it never was. */
export const listContactRuns = async (
  { db, clock }: Scope,
  workflowId: number,
  contactId: number,
): Promise<ContactRun[]> => {
  const runs = await db.rows<ContactRun>(Prisma.sql`
    SELECT r.rotation AS "Rotation", r.state AS "State", ${instantJson(Prisma.sql`r.entered_at`)} AS "EnteredDate",
      ${instantJson(Prisma.sql`r.ended_at`)} AS "EndedDate", r.end_reason AS "EndReason", r.step_id AS "WorkflowStepId",
      CASE WHEN r.due_at > ${clock.now()}::timestamptz THEN ${instantJson(Prisma.sql`r.due_at`)} END AS "PendingUntil",
      ${listJson(Prisma.sql`SELECT l.step_id AS "WorkflowStepId", l.type_id AS "TypeId", l.visit AS "Visit", l.state AS "State",
        l.outcome AS "Outcome", ${instantJson(Prisma.sql`l.arrived_at`)} AS "ArrivedDate",
        ${instantJson(Prisma.sql`l.done_at`)} AS "DoneDate"
      FROM workflow_step_run l WHERE l.tenant_id = r.tenant_id AND l.run_id = r.id
      ORDER BY l.number`)} AS "Steps"
    FROM workflow_run r WHERE r.tenant_id = ${db.tenantId} AND r.workflow_id = ${workflowId}
      AND r.contact_id = ${contactId} ORDER BY r.rotation DESC`)
  if (runs.length === 0) throw notFound('contact in the workflow')
  return runs
}
