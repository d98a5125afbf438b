import { instantJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { StepMove } from './board.model.ts'

/** Moves steps in one statement. Steps that keep their position are not written. */
export const moveStepsSql = (tenantId: number, moves: readonly StepMove[]): Sql => Prisma.sql`
  UPDATE workflow_step s
  SET logic_step_id = p."logicStepId", is_inverse = p."isInverse", position = p.position,
    audit_id = s.audit_id + p."isRelinked"::int
  FROM json_to_recordset(${JSON.stringify(moves)}::json)
    AS p(id int, "logicStepId" int, "isInverse" boolean, position int, "isRelinked" boolean)
  WHERE s.tenant_id = ${tenantId} AND s.id = p.id AND (p."isRelinked"
    OR (s.logic_step_id, s.is_inverse, s.position) IS DISTINCT FROM (p."logicStepId", p."isInverse", p.position))`

/** Selects the contacts that are at a step, in the documented shape, the soonest first. */
export const listPendingSql = ({ db, clock }: Scope, stepId: number, max: number): Sql => Prisma.sql`
  SELECT r.contact_id AS "ContactId", c.display_name AS "Name", c.email_address AS "EmailAddress",
    r.rotation AS "Rotation", ${instantJson(Prisma.sql`r.arrived_at`)} AS "EnteredDate",
    CASE WHEN r.due_at > ${clock.now()}::timestamptz THEN ${instantJson(Prisma.sql`r.due_at`)} END AS "PendingUntil"
  FROM workflow_run r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id AND c.deleted_at IS NULL
  WHERE r.tenant_id = ${db.tenantId} AND r.step_id = ${stepId} AND r.state = 'active'
  ORDER BY r.due_at, r.id LIMIT ${max}`

/** The contacts at a step: active ones, and those that stay at it because it failed. */
export interface StepCounts {
  stepId: number
  active: number
  failed: number
}

/** Selects the numbers of contacts at steps, from the index by step: StepCounts. */
export const countAtStepsSql = (tenantId: number, stepIds: readonly number[]): Sql => Prisma.sql`
  SELECT r.step_id AS "stepId", count(*) FILTER (WHERE r.state = 'active')::int AS active,
    count(*) FILTER (WHERE r.state = 'failed')::int AS failed
  FROM workflow_run r WHERE r.tenant_id = ${tenantId}::int AND r.step_id = ANY (${[...stepIds]}::int[])
  GROUP BY r.step_id`
