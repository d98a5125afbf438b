import type { WorkflowPendingContact } from '#contract/work/workflows'
import { instantJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const MOST_CONTACTS = 1000

/** Who is at a step now and until when, soonest first. */
export const listPending = ({ db, clock }: Scope, stepId: number): Promise<WorkflowPendingContact[]> =>
  db.rows<WorkflowPendingContact>(Prisma.sql`
    SELECT r.contact_id AS "ContactId", c.display_name AS "Name", c.email_address AS "EmailAddress",
      r.rotation AS "Rotation", ${instantJson(Prisma.sql`r.arrived_at`)} AS "EnteredDate",
      CASE WHEN r.due_at > ${clock.now()}::timestamptz THEN ${instantJson(Prisma.sql`r.due_at`)} END AS "PendingUntil"
    FROM workflow_run r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
    WHERE r.tenant_id = ${db.tenantId} AND r.step_id = ${stepId} AND r.state = 'active'
    ORDER BY r.due_at, r.id LIMIT ${MOST_CONTACTS}`)
