import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

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

/** The due workflows of all tenants by an index on their next run, the longest due first, after `after`. */
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
