import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { workflowEvents } from '../workflows.events.ts'

/** How a run ends. */
export interface End {
  state: 'completed' | 'optedout' | 'removed' | 'failed'
  /** Why, in words for staff; null where it went through. */
  reason: string | null
}

/**
 * Ends active runs, each with its history and event, in one statement; answers the id of each. The wait that one is in
 * ends with it: looked for by the run, not among all that wait, which the planner takes for few while they become many.
 *
 * @param which a condition on `workflow_run r`.
 */
export const endRunsSql = (scope: Scope, which: Sql, { state, reason }: End): Sql => {
  const kind = state === 'completed' ? workflowEvents.completed : workflowEvents.left
  return Prisma.sql`WITH ended AS (
      UPDATE workflow_run r SET state = ${state}::text, end_reason = ${reason}::text,
        ended_at = ${scope.clock.now()}::timestamptz, step_id = NULL, due_at = NULL, is_waiting = false
      WHERE r.tenant_id = ${scope.db.tenantId}::int AND r.state = 'active' AND ${which}
      RETURNING r.id, r.workflow_id, r.contact_id, r.rotation
    ), cut_short AS (
      UPDATE workflow_step_run l SET state = 'skipped', outcome = ${reason}::text,
        done_at = ${scope.clock.now()}::timestamptz
      WHERE l.tenant_id = ${scope.db.tenantId}::int AND l.run_id = ANY (ARRAY(SELECT id FROM ended))
        AND (SELECT l.state) = 'waiting'
    ), change AS MATERIALIZED (
      SELECT 'workflow'::text AS entity, e.workflow_id AS entity_id, w.audit_id, 'updated'::text AS action,
        NULL::jsonb AS changes, ${kind}::text AS kind, jsonb_build_object('contactId', e.contact_id,
          'rotation', e.rotation, 'reason', ${reason}::text) AS payload, 'local'::text AS origin
      FROM ended e JOIN workflow w ON w.tenant_id = ${scope.db.tenantId}::int AND w.id = e.workflow_id ORDER BY e.id
    ), ${recordedParts(scope)} SELECT id FROM ended`
}
