import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { workflowEvents } from '../workflows.events.ts'

/** The due runs of a workflow, or one of them. */
export interface DueRunsFilter {
  tenantId: number
  workflowId: number
  now: Date
  max: number
  runId?: number
}

const dueSql = ({ tenantId, workflowId, now, runId }: DueRunsFilter): Sql => Prisma.sql`r.tenant_id = ${tenantId}::int
  AND r.workflow_id = ${workflowId}::int AND r.state = 'active' AND r.due_at <= ${now}::timestamptz
  AND r.id = coalesce(${runId ?? null}::int, r.id)`

/**
 * Locks the contacts of due runs, the soonest first: none of them is merged or deleted until the transaction ends. The
 * locks are in the order of the ids, and before those of the runs, as everywhere.
 */
export const lockDueContactsSql = (filter: DueRunsFilter): Sql => Prisma.sql`
  SELECT c.id FROM contact c WHERE c.tenant_id = ${filter.tenantId}::int AND c.id = ANY (ARRAY(
    SELECT r.contact_id FROM workflow_run r WHERE ${dueSql(filter)} ORDER BY r.due_at, r.id LIMIT ${filter.max}::int))
  ORDER BY c.id FOR NO KEY UPDATE`

/**
 * Locks the due runs of locked contacts, the soonest first. Runs that another transaction has locked are left for the
 * next batch. An organization without an address uses that of its primary contact. A visit that failed and is retried
 * does not count as a visit.
 */
export const lockDueRunsSql = (filter: DueRunsFilter, contactIds: readonly number[]): Sql => Prisma.sql`
  WITH due AS MATERIALIZED (
    SELECT r.* FROM workflow_run r WHERE ${dueSql(filter)} AND r.contact_id = ANY (${[...contactIds]}::int[])
    ORDER BY r.due_at, r.id LIMIT ${filter.max}::int FOR NO KEY UPDATE SKIP LOCKED)
  SELECT r.id AS "runId", r.contact_id AS "contactId", r.rotation, r.source_ids AS "sourceIds",
    c.display_name AS name, c.first_name AS "firstName", c.deleted_at IS NOT NULL AS "isDeleted",
    nullif(coalesce(c.email_address, (SELECT p.email_address FROM contact p WHERE p.tenant_id = c.tenant_id
      AND p.id = c.primary_contact_id AND p.deleted_at IS NULL)), '') AS "emailAddress",
    r.step_id AS "stepId", r.visit, r.is_waiting AS "isWaiting", r.arrived_at AS "arrivedAt",
    coalesce((SELECT json_object_agg(v.step_id, v.visits) FROM (SELECT s.step_id, max(s.visit) AS visits
      FROM workflow_step_run s WHERE s.tenant_id = r.tenant_id AND s.run_id = r.id
        AND NOT (s.state = 'failed' AND s.step_id = r.step_id AND s.visit = r.visit) GROUP BY s.step_id) v), '{}')
      AS visits
  FROM due r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id ORDER BY r.due_at, r.id`

/** A workflow whose next run is due. */
export interface DueWorkflow {
  tenantId: number
  workflowId: number
  dueAt: Date
}

/** Selects the due workflows of all tenants by an index on their next run, the longest due first, after `after`. */
export const listDueWorkflowsSql = (now: Date, max: number, after?: DueWorkflow): Sql => Prisma.sql`
  SELECT tenant_id AS "tenantId", id AS "workflowId", next_run_at AS "dueAt" FROM workflow
  WHERE is_active AND deleted_at IS NULL AND next_run_at <= ${now}::timestamptz${
    after
      ? Prisma.sql` AND (next_run_at, tenant_id, id) > (${after.dueAt}::timestamptz, ${after.tenantId}::int, ${after.workflowId}::int)`
      : Prisma.empty
  }
  ORDER BY next_run_at, tenant_id, id LIMIT ${max}::int`

/**
 * Sets the next run of a workflow: when its first run is due, or now if its sources have changed, but not before
 * `opening`, when its schedule opens. The caller has locked the workflow: whatever brings work forward waits for it.
 */
export const planNextRunSql = (tenantId: number, workflowId: number, opening: Date): Sql => Prisma.sql`
  UPDATE workflow w SET next_run_at = CASE WHEN n.at IS NOT NULL THEN greatest(n.at, ${opening}::timestamptz) END
  FROM (SELECT least(x.stirred_at, (SELECT min(r.due_at) FROM workflow_run r WHERE r.tenant_id = x.tenant_id
      AND r.workflow_id = x.id AND r.state = 'active')) AS at
    FROM workflow x WHERE x.tenant_id = ${tenantId}::int AND x.id = ${workflowId}::int) n
  WHERE w.tenant_id = ${tenantId}::int AND w.id = ${workflowId}::int`

/** The members of the sources of a workflow: all contacts, or some. */
export interface SourceMembers {
  tenantId: number
  workflowId: number
  allowReEntry: boolean
  contactIds?: readonly number[]
}

// Each statement is one aggregate over the union of members and runs, not a join of them: the planner has no statistics of
// tables that have just been filled, and would read all runs again for each member.

const amongSql = (contactId: Sql, ids: readonly number[] | undefined): Sql =>
  ids ? Prisma.sql` AND ${contactId} = ANY (${[...ids]}::int[])` : Prisma.empty

/** Returns the listed members of the sources `x` whose groups exist. */
const membersSql = ({ tenantId, workflowId, contactIds }: SourceMembers): Sql => Prisma.sql`workflow_source x
  JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
  JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.state = 'member'
    AND m.is_listed
  WHERE x.tenant_id = ${tenantId}::int AND x.workflow_id = ${workflowId}::int${amongSql(Prisma.sql`m.contact_id`, contactIds)}`

const runsSql = ({ tenantId, workflowId, contactIds }: SourceMembers): Sql => Prisma.sql`workflow_run r
  WHERE r.tenant_id = ${tenantId}::int AND r.workflow_id = ${workflowId}::int${amongSql(Prisma.sql`r.contact_id`, contactIds)}`

/**
 * Selects the contacts that can enter: contact_id, the source_ids by which they enter, and their next rotation. Without
 * re-entry a contact enters once. With re-entry it enters again if it joined a source after its last run ended, unless
 * staff removed it.
 */
export const enteringSql = (members: SourceMembers): Sql => Prisma.sql`
  SELECT contact_id, array_agg(group_id ORDER BY group_id) FILTER (WHERE group_id IS NOT NULL) AS source_ids,
    1 + coalesce(max(rotation), 0) AS rotation
  FROM (
    SELECT m.contact_id, CASE WHEN NOT x.is_anti THEN x.group_id END AS group_id,
      CASE WHEN NOT x.is_anti THEN m.changed_at END AS joined_at,
      CASE WHEN x.is_anti THEN 'infinity'::timestamptz END AS kept_out_until, NULL::int AS rotation
    FROM ${membersSql(members)}
    UNION ALL
    SELECT r.contact_id, NULL, NULL, CASE WHEN NOT ${members.allowReEntry}::boolean OR r.step_id IS NOT NULL
      OR r.state = 'removed' THEN 'infinity'::timestamptz ELSE r.ended_at END, r.rotation FROM ${runsSql(members)}
  ) known GROUP BY contact_id HAVING max(joined_at) > coalesce(max(kept_out_until), '-infinity')`

/** Why a run that is at a step ends early: its contact joined an anti-source, or left the sources. */
export type LeavingReason = 'keptOut' | 'left'

/**
 * Selects the runs at a step, active or failed, that end early: contact_id, run_id, why. A contact that a step of the
 * workflow removed from its sources has none to leave.
 */
const leavingSql = (members: SourceMembers): Sql => Prisma.sql`
  SELECT * FROM (
    SELECT contact_id, max(run_id) AS run_id, CASE WHEN bool_or(is_anti) THEN 'keptOut'
      WHEN bool_or(came_by) AND NOT coalesce(bool_or(NOT is_anti), false) THEN 'left' END AS why
    FROM (
      SELECT m.contact_id, x.is_anti, NULL::int AS run_id, NULL::boolean AS came_by FROM ${membersSql(members)}
      UNION ALL
      SELECT r.contact_id, NULL, r.id, r.source_ids <> '{}' FROM ${runsSql(members)} AND r.step_id IS NOT NULL
    ) known GROUP BY contact_id HAVING max(run_id) IS NOT NULL
  ) judged WHERE why IS NOT NULL`

/** Contacts that one transaction writes. */
export interface ContactBatch {
  ids: number[]
}

/** Contacts that one transaction writes, which leave for the same reason. */
export interface LeavingBatch extends ContactBatch {
  why: LeavingReason
}

/** Selects contacts that can enter, in batches of `max`. */
export const listEnteringSql = (members: SourceMembers, max: number): Sql => Prisma.sql`
  SELECT array_agg(contact_id ORDER BY contact_id) AS ids FROM (
    SELECT contact_id, (row_number() OVER (ORDER BY contact_id) - 1) / ${max}::int AS batch
    FROM (${enteringSql(members)}) entering) numbered GROUP BY batch ORDER BY batch`

/** Selects contacts whose runs end early, in batches of `max` that leave for one reason. */
export const listLeavingSql = (members: SourceMembers, max: number): Sql => Prisma.sql`
  SELECT why, array_agg(contact_id ORDER BY contact_id) AS ids FROM (
    SELECT why, contact_id, (row_number() OVER (PARTITION BY why ORDER BY contact_id) - 1) / ${max}::int AS batch
    FROM (${leavingSql(members)}) leaving) numbered GROUP BY why, batch ORDER BY why, batch`

/** Selects the ids of the runs that end early for a reason, as run_id. */
export const leavingRunIdsSql = (members: SourceMembers, why: LeavingReason): Sql =>
  Prisma.sql`SELECT run_id FROM (${leavingSql(members)}) l WHERE why = ${why}::text`

/** Starts a run of each contact that can enter, before the first step, under its next rotation number. */
export const enterSql = (scope: Scope, members: SourceMembers, firstStepId: number): Sql => {
  const { tenantId, workflowId: id } = members
  const now = scope.clock.now()
  return Prisma.sql`
    WITH wanted AS MATERIALIZED (${enteringSql(members)}), former AS (
      UPDATE workflow_run r SET is_latest = false WHERE r.tenant_id = ${tenantId}::int AND r.workflow_id = ${id}::int
        AND r.is_latest AND r.contact_id = ANY (ARRAY(SELECT contact_id FROM wanted WHERE rotation > 1))
    ), entered AS (
      INSERT INTO workflow_run (tenant_id, workflow_id, contact_id, rotation, source_ids, entered_at, step_id,
        arrived_at, due_at)
      SELECT ${tenantId}::int, ${id}::int, w.contact_id, w.rotation, w.source_ids, ${now}::timestamptz,
        ${firstStepId}::int, ${now}::timestamptz, ${now}::timestamptz
      FROM wanted w ORDER BY w.contact_id RETURNING id, contact_id, rotation
    ), change AS MATERIALIZED (
      SELECT 'workflow'::text AS entity, ${id}::int AS entity_id, w.audit_id, 'updated'::text AS action,
        NULL::jsonb AS changes, ${workflowEvents.entered}::text AS kind,
        jsonb_build_object('contactId', e.contact_id, 'rotation', e.rotation) AS payload, 'local'::text AS origin
      FROM entered e JOIN workflow w ON w.tenant_id = ${tenantId}::int AND w.id = ${id}::int ORDER BY e.id
    ), ${recordedParts(scope)} SELECT 1 AS done`
}
