import type { SqlRunner } from '#kernel/database/sql-runner'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Whose sources to look at: of all contacts, or of some. */
export interface SourcesWanted {
  tenantId: number
  workflowId: number
  allowReEntry: boolean
  contactIds?: readonly number[]
}

// Everything below is one aggregate over members and runs laid end to end, not a join of them: tables that have just been
// filled are unknown to the planner, which then goes through all runs again for each member.

const ofThem = (contactId: Sql, ids: readonly number[] | undefined): Sql =>
  ids ? Prisma.sql` AND ${contactId} = ANY (${[...ids]}::int[])` : Prisma.empty

/** Members of the sources `x` that count: of groups that are there, contacts that are listed. */
const membersSql = ({ tenantId, workflowId, contactIds }: SourcesWanted): Sql => Prisma.sql`workflow_source x
  JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
  JOIN contact_group_member m ON m.tenant_id = x.tenant_id AND m.group_id = x.group_id AND m.state = 'member'
    AND m.is_listed
  WHERE x.tenant_id = ${tenantId}::int AND x.workflow_id = ${workflowId}::int${ofThem(Prisma.sql`m.contact_id`, contactIds)}`

const runsSql = ({ tenantId, workflowId, contactIds }: SourcesWanted): Sql => Prisma.sql`workflow_run r
  WHERE r.tenant_id = ${tenantId}::int AND r.workflow_id = ${workflowId}::int${ofThem(Prisma.sql`r.contact_id`, contactIds)}`

/**
 * Who may enter: contact_id, the sources it came by, and the rotation number that is next. Without re-entry a contact
 * enters once; with it again, when it came into a source after its last run had ended, unless staff had taken it out.
 */
export const enteringSql = (wanted: SourcesWanted): Sql => Prisma.sql`
  SELECT contact_id, array_agg(group_id ORDER BY group_id) FILTER (WHERE group_id IS NOT NULL) AS source_ids,
    1 + coalesce(max(rotation), 0) AS rotation
  FROM (
    SELECT m.contact_id, CASE WHEN NOT x.is_anti THEN x.group_id END AS group_id,
      CASE WHEN NOT x.is_anti THEN m.changed_at END AS joined_at,
      CASE WHEN x.is_anti THEN 'infinity'::timestamptz END AS kept_out_until, NULL::int AS rotation
    FROM ${membersSql(wanted)}
    UNION ALL
    SELECT r.contact_id, NULL, NULL, CASE WHEN NOT ${wanted.allowReEntry}::boolean OR r.state IN ('active', 'removed')
      THEN 'infinity'::timestamptz ELSE r.ended_at END, r.rotation FROM ${runsSql(wanted)}
  ) told GROUP BY contact_id HAVING max(joined_at) > coalesce(max(kept_out_until), '-infinity')`

/** Why an active run ends before it is through. */
export const LEAVING = {
  keptOut: 'The contact came into a group that is kept out.',
  left: 'The contact left the sources.',
} as const

type Leaving = keyof typeof LEAVING

/**
 * Which active runs end early, and why: contact_id, run_id, why. Who was moved out of its sources by the workflow itself
 * has none to leave.
 */
export const leavingSql = (wanted: SourcesWanted): Sql => Prisma.sql`
  SELECT * FROM (
    SELECT contact_id, max(run_id) AS run_id, CASE WHEN bool_or(is_anti) THEN 'keptOut'
      WHEN bool_or(came_by) AND NOT coalesce(bool_or(NOT is_anti), false) THEN 'left' END AS why
    FROM (
      SELECT m.contact_id, x.is_anti, NULL::int AS run_id, NULL::boolean AS came_by FROM ${membersSql(wanted)}
      UNION ALL
      SELECT r.contact_id, NULL, r.id, r.source_ids <> '{}' FROM ${runsSql(wanted)} AND r.state = 'active'
    ) told GROUP BY contact_id HAVING max(run_id) IS NOT NULL
  ) judged WHERE why IS NOT NULL`

/** Contacts that may enter, in lists of so many. */
export const listEntering = (db: SqlRunner, wanted: SourcesWanted, most: number): Promise<{ ids: number[] }[]> =>
  db.rows<{ ids: number[] }>(Prisma.sql`
    SELECT array_agg(contact_id ORDER BY contact_id) AS ids FROM (
      SELECT contact_id, (row_number() OVER (ORDER BY contact_id) - 1) / ${most}::int AS batch
      FROM (${enteringSql(wanted)}) entering) numbered GROUP BY batch ORDER BY batch`)

/** Contacts whose runs end early, in lists of so many that leave for one reason. */
export const listLeaving = (
  db: SqlRunner,
  wanted: SourcesWanted,
  most: number,
): Promise<{ ids: number[]; why: Leaving }[]> =>
  db.rows<{ ids: number[]; why: Leaving }>(Prisma.sql`
    SELECT why, array_agg(contact_id ORDER BY contact_id) AS ids FROM (
      SELECT why, contact_id, (row_number() OVER (PARTITION BY why ORDER BY contact_id) - 1) / ${most}::int AS batch
      FROM (${leavingSql(wanted)}) leaving) numbered GROUP BY why, batch ORDER BY why, batch`)
