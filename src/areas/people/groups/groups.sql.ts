import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { groupColumns } from './groups.listing.ts'
import type { MemberState } from './members/members.sql.ts'

/** Selects one group that is not deleted: a VersionedRow. */
export const groupSql = (scope: Scope, id: number): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text, g.audit_id AS "auditId"
  FROM contact_group g CROSS JOIN LATERAL (SELECT ${groupColumns(scope)}) x
  WHERE g.tenant_id = ${scope.db.tenantId}::integer AND g.id = ${id}::integer AND g.deleted_at IS NULL`

/** Selects another group than `id` with this name, case-insensitive. */
export const namesakeSql = (tenantId: number, name: string, id: number): Sql => Prisma.sql`
  SELECT id FROM contact_group
  WHERE tenant_id = ${tenantId}::int AND deleted_at IS NULL AND lower(name) = lower(${name}::text) AND id <> ${id}::int
  LIMIT 1`

export const copyCategoriesSql = (tenantId: number, fromId: number, toId: number): Sql => Prisma.sql`
  INSERT INTO contact_group_category (tenant_id, group_id, item_id)
  SELECT tenant_id, ${toId}::int, item_id FROM contact_group_category
  WHERE tenant_id = ${tenantId}::int AND group_id = ${fromId}::int`

export interface EnsuredGroup {
  wanted: string
  id: number
  name: string
  isNew: boolean
}

/** Finds groups by names, which differ from each other without case, and creates the missing ones. The caller has locked the names. */
export const ensureGroupsSql = (tenantId: number, names: readonly string[]): Sql => Prisma.sql`
  WITH wanted AS MATERIALIZED (
    SELECT w.name, min(g.id) AS id FROM unnest(${[...names]}::text[]) AS w(name)
    LEFT JOIN contact_group g ON g.tenant_id = ${tenantId}::int AND g.deleted_at IS NULL AND lower(g.name) = lower(w.name)
    GROUP BY 1
  ), made AS (
    INSERT INTO contact_group (tenant_id, name) SELECT ${tenantId}::int, name FROM wanted WHERE id IS NULL ORDER BY name
    RETURNING id, name
  )
  SELECT name AS wanted, id, name, false AS "isNew" FROM wanted WHERE id IS NOT NULL
  UNION ALL SELECT name, id, name, true FROM made`

/** Selects the groups; of several with one name the oldest comes last. */
export const groupNamesSql = (tenantId: number): Sql => Prisma.sql`SELECT id, name FROM contact_group
  WHERE tenant_id = ${tenantId}::integer AND deleted_at IS NULL ORDER BY id DESC`

/** A group and the state of one contact in it. */
export interface GroupOfContact {
  groupId: number
  name: string
  disallowOptIn: boolean
  disallowOptOut: boolean
  isMemberViewable: boolean
  /** The member fields are null if the contact never was in the group and never opted out. */
  memberId: number | null
  memberAuditId: number | null
  state: MemberState | null
  changedAt: Date | null
}

/** Selects every group of the tenant by name, with the contact's state in it: GroupOfContact. */
export const groupsOfContactSql = ({ db }: Pick<Scope, 'db'>, contactId: number): Sql => Prisma.sql`
  SELECT g.id AS "groupId", g.name, g.disallow_opt_in AS "disallowOptIn", g.disallow_opt_out AS "disallowOptOut",
    g.is_member_viewable AS "isMemberViewable", m.id AS "memberId", m.audit_id AS "memberAuditId", m.state,
    m.changed_at AS "changedAt"
  FROM contact_group g
  LEFT JOIN contact_group_member m ON m.tenant_id = g.tenant_id AND m.group_id = g.id AND m.contact_id = ${contactId}
  WHERE g.tenant_id = ${db.tenantId} AND g.deleted_at IS NULL ORDER BY lower(g.name), g.id`
