import type { SqlRunner } from '#kernel/database/sql-runner'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Traveller } from './run.model.ts'

/** What to look for: due runs of a workflow, or one of them. */
export interface DueWanted {
  tenantId: number
  workflowId: number
  now: Date
  most: number
  runId?: number
}

const dueSql = ({ tenantId, workflowId, now, runId }: DueWanted): Sql => Prisma.sql`r.tenant_id = ${tenantId}::int
  AND r.workflow_id = ${workflowId}::int AND r.state = 'active' AND r.due_at <= ${now}::timestamptz
  AND r.id = coalesce(${runId ?? null}::int, r.id)`

/**
 * Holds the contacts of due runs, soonest first: until the transaction ends none of them is merged or deleted. In the
 * order of their ids, and before their runs, as everybody does.
 */
export const holdDueContacts = async (tx: SqlRunner, wanted: DueWanted): Promise<number[]> => {
  const rows = await tx.rows<{ id: number }>(Prisma.sql`
    SELECT c.id FROM contact c WHERE c.tenant_id = ${wanted.tenantId}::int AND c.id = ANY (ARRAY(
      SELECT r.contact_id FROM workflow_run r WHERE ${dueSql(wanted)} ORDER BY r.due_at, r.id LIMIT ${wanted.most}::int))
    ORDER BY c.id FOR NO KEY UPDATE`)
  return rows.map(({ id }) => id)
}

/**
 * The due runs of contacts that are held, soonest first, held until the transaction ends; those that somebody else holds
 * are left for the next time. An organization is written to at its primary contact's address where it has none.
 */
export const takeDueRuns = (tx: SqlRunner, wanted: DueWanted, contactIds: readonly number[]): Promise<Traveller[]> =>
  tx.rows<Traveller>(Prisma.sql`
    WITH due AS MATERIALIZED (
      SELECT r.* FROM workflow_run r WHERE ${dueSql(wanted)} AND r.contact_id = ANY (${[...contactIds]}::int[])
      ORDER BY r.due_at, r.id LIMIT ${wanted.most}::int FOR NO KEY UPDATE SKIP LOCKED)
    SELECT r.id AS "runId", r.contact_id AS "contactId", r.rotation, r.source_ids AS "sourceIds",
      c.display_name AS name, c.first_name AS "firstName", c.deleted_at IS NOT NULL AS "isDeleted",
      nullif(coalesce(c.email_address, (SELECT p.email_address FROM contact p WHERE p.tenant_id = c.tenant_id
        AND p.id = c.primary_contact_id AND p.deleted_at IS NULL)), '') AS "emailAddress",
      r.step_id AS "stepId", r.visit, r.is_waiting AS "isWaiting", r.arrived_at AS "arrivedAt",
      coalesce((SELECT json_object_agg(v.step_id, v.visits) FROM (SELECT s.step_id, max(s.visit) AS visits
        FROM workflow_step_run s WHERE s.tenant_id = r.tenant_id AND s.run_id = r.id GROUP BY s.step_id) v), '{}')
        AS visits
    FROM due r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id ORDER BY r.due_at, r.id`)
