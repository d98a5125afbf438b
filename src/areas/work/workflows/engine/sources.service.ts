import { Prisma, type Workflow } from '../../../../generated/prisma/client.ts'
import type { Sql } from '../../../../generated/prisma/internal/prismaNamespace.ts'
import { recordedParts } from '../../../../kernel/audit/change-sql.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { runnerOf } from '../../../../kernel/tenancy/tenant-db.ts'
import { endRunsSql } from '../runs/end-runs.ts'
import { readBoard } from '../steps/steps.queries.ts'
import { workflowEvents } from '../workflows.events.ts'

/** Contacts in one transaction. */
const BATCH = 2000

/**
 * Brings the runs of a workflow in step with its sources: who is in none of them any more, or is kept out, leaves early;
 * who is in one and may enter, enters. Killed at any point the same call does the rest.
 */
export const followSources = async (scope: Scope, workflow: Workflow): Promise<void> => {
  for (const leaving of LEAVING) while ((await leave(scope, workflow, leaving)) === BATCH);
  const first = (await readBoard(scope.db.prisma, scope.db.tenantId, workflow.id)).first()
  if (!first) return
  while ((await enter(scope, workflow, first.id)) === BATCH);
}

/** Members of the sources `x` of a workflow that count: of groups that are there, contacts that are listed. */
const memberships = (isAnti: boolean, contactId: Sql): Sql => Prisma.sql`workflow_source x
  JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
  JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.state = 'member'
    AND m.is_listed AND m.contact_id = ${contactId}
  WHERE x.tenant_id = r.tenant_id AND x.workflow_id = r.workflow_id AND x.is_anti = ${isAnti}::boolean`

/** Why runs end early, and which do. Who was moved out of its sources by the workflow itself has none to leave. */
const LEAVING: { reason: string; which: Sql }[] = [
  {
    reason: 'The contact came into a group that is kept out.',
    which: Prisma.sql`EXISTS (SELECT FROM ${memberships(true, Prisma.sql`r.contact_id`)})`,
  },
  {
    reason: 'The contact left the sources.',
    which: Prisma.sql`r.source_ids <> '{}' AND NOT EXISTS (SELECT FROM ${memberships(false, Prisma.sql`r.contact_id`)})`,
  },
]

const leave = async (scope: Scope, { id }: Workflow, { reason, which }: (typeof LEAVING)[number]): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const some = Prisma.sql`r.id IN (SELECT r.id FROM workflow_run r WHERE r.tenant_id = ${scope.db.tenantId}::int
      AND r.workflow_id = ${id}::int AND r.state = 'active' AND ${which} ORDER BY r.id LIMIT ${BATCH} FOR NO KEY UPDATE)`
    return (await runnerOf(tx).rows(endRunsSql(scope, some, { state: 'optedout', reason }))).length
  })

/**
 * Lets contacts in, each under its next rotation number. Without re-entry a contact enters once; with it again, when it
 * came into a source after its last run had ended, unless staff had taken it out.
 */
const enter = (scope: Scope, { id, allowReEntry }: Workflow, stepId: number): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const now = scope.clock.now()
    const rows = await runnerOf(tx).rows<{ id: number }>(Prisma.sql`
      WITH found AS MATERIALIZED (
        SELECT m.contact_id, array_agg(m.group_id ORDER BY m.group_id) AS source_ids, max(m.changed_at) AS joined_at
        FROM workflow_source x
        JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
        JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.state = 'member'
          AND m.is_listed
        WHERE x.tenant_id = ${tenantId}::int AND x.workflow_id = ${id}::int AND NOT x.is_anti
        GROUP BY m.contact_id
      ), wanted AS MATERIALIZED (
        SELECT f.* FROM found f
        WHERE NOT EXISTS (SELECT FROM workflow_run r WHERE r.tenant_id = ${tenantId}::int AND r.workflow_id = ${id}::int
            AND r.contact_id = f.contact_id AND (NOT ${allowReEntry}::boolean OR r.state IN ('active', 'removed')
              OR r.ended_at >= f.joined_at))
          AND NOT EXISTS (SELECT FROM workflow_source x
            JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
            JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id
              AND m.state = 'member' AND m.contact_id = f.contact_id
            WHERE x.tenant_id = ${tenantId}::int AND x.workflow_id = ${id}::int AND x.is_anti)
        ORDER BY f.contact_id LIMIT ${BATCH}
      ), former AS (
        UPDATE workflow_run r SET is_latest = false FROM wanted w WHERE r.tenant_id = ${tenantId}::int
          AND r.workflow_id = ${id}::int AND r.contact_id = w.contact_id AND r.is_latest
      ), entered AS (
        INSERT INTO workflow_run (tenant_id, workflow_id, contact_id, rotation, source_ids, entered_at, step_id,
          arrived_at, due_at)
        SELECT ${tenantId}::int, ${id}::int, w.contact_id, 1 + coalesce((SELECT max(r.rotation) FROM workflow_run r
            WHERE r.tenant_id = ${tenantId}::int AND r.workflow_id = ${id}::int AND r.contact_id = w.contact_id), 0),
          w.source_ids, ${now}::timestamptz, ${stepId}::int, ${now}::timestamptz, ${now}::timestamptz
        FROM wanted w ORDER BY w.contact_id ON CONFLICT DO NOTHING RETURNING id, contact_id, rotation
      ), change AS MATERIALIZED (
        SELECT 'workflow'::text AS entity, ${id}::int AS entity_id, w.audit_id, 'updated'::text AS action,
          NULL::jsonb AS changes, ${workflowEvents.entered}::text AS kind,
          jsonb_build_object('contactId', e.contact_id, 'rotation', e.rotation) AS payload, 'local'::text AS origin
        FROM entered e JOIN workflow w ON w.tenant_id = ${tenantId}::int AND w.id = ${id}::int ORDER BY e.id
      ), ${recordedParts(scope)} SELECT id FROM entered`)
    return rows.length
  })
