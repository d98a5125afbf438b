import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { StepMove } from './lanes.model.ts'

/** Moves steps in one statement. Steps that keep their position are not written. */
export const moveStepsSql = (tenantId: number, moves: readonly StepMove[]): Sql => Prisma.sql`
  UPDATE workflow_step s
  SET logic_step_id = p."logicStepId", is_inverse = p."isInverse", position = p.position,
    audit_id = s.audit_id + p."isRelinked"::int
  FROM json_to_recordset(${JSON.stringify(moves)}::json)
    AS p(id int, "logicStepId" int, "isInverse" boolean, position int, "isRelinked" boolean)
  WHERE s.tenant_id = ${tenantId} AND s.id = p.id AND (p."isRelinked"
    OR (s.logic_step_id, s.is_inverse, s.position) IS DISTINCT FROM (p."logicStepId", p."isInverse", p.position))`
