import { tenantDaySql } from '#areas/people/contacts/contacts.sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { PartPage } from '../contact-parts.queries.ts'

/** One right of a contact to act for another one, with the name of the other. */
export interface ActingRow {
  contactId: number
  name: string
  systemTypeId: number
  through: 'relationship' | 'role' | 'primarycontact'
  /** What the acting contact is to the other one. */
  label: string
  relationshipId: number | null
  roleId: number | null
}

/** The contact that acts and the contact that it acts for; at least one of them. */
interface ActingSides {
  actorId?: number
  principalId?: number
}

const IS_LISTED = Prisma.sql`c.deleted_at IS NULL AND NOT c.is_unmatched`

/** Whether both contacts are listed and one has a right to act for the other, or both are the same: `{ canAct }`. */
export const canActForSql = (scope: Scope, contactId: number, otherId: number): Sql => Prisma.sql`
  SELECT (SELECT count(*) = ${contactId === otherId ? 1 : 2}::integer FROM contact c
      WHERE c.tenant_id = ${scope.db.tenantId}::integer AND c.id IN (${contactId}::integer, ${otherId}::integer)
        AND ${IS_LISTED})
    AND (${contactId}::integer = ${otherId}::integer
      OR EXISTS (SELECT FROM (${rightsSql(scope, { actorId: contactId, principalId: otherId })}) w)) AS "canAct"`

/** A page of the contacts that a contact can act for, by name, one row for each right: `{ total, rows }`. */
export const listActsForSql = (scope: Scope, contactId: number, page: PartPage): Sql =>
  listSql(scope, rightsSql(scope, { actorId: contactId }), Prisma.sql`w.principal_id`, page)

/** A page of the contacts that can act for a contact, by name, one row for each right: `{ total, rows }`. */
export const listActedForBySql = (scope: Scope, contactId: number, page: PartPage): Sql =>
  listSql(scope, rightsSql(scope, { principalId: contactId }), Prisma.sql`w.actor_id`, page)

const listSql = (scope: Scope, rights: Sql, other: Sql, { take, skip }: PartPage): Sql => Prisma.sql`
  WITH acting AS MATERIALIZED (
    SELECT c.id AS "contactId", c.display_name AS name, c.sort_name, c.system_type_id AS "systemTypeId", w.through,
      w.label, w.relationship_id AS "relationshipId", w.role_id AS "roleId"
    FROM (${rights}) w JOIN contact c ON c.tenant_id = ${scope.db.tenantId}::integer AND c.id = ${other} AND ${IS_LISTED})
  SELECT (SELECT count(*) FROM acting) AS total, coalesce(json_agg(p), '[]'::json) AS rows FROM (
    SELECT * FROM acting ORDER BY sort_name, "contactId", through, label, "relationshipId", "roleId"
    LIMIT ${take}::integer OFFSET ${skip}::integer) p`

/** Every right of one contact to act for another: by a relationship, a current role, or as its primary contact. */
const rightsSql = (scope: Scope, sides: ActingSides): Sql => {
  const between = (tenant: Sql, actor: Sql, principal: Sql): Sql => {
    const conditions = [Prisma.sql`${tenant} = ${scope.db.tenantId}::integer`]
    if (sides.actorId !== undefined) conditions.push(Prisma.sql`${actor} = ${sides.actorId}::integer`)
    if (sides.principalId !== undefined) conditions.push(Prisma.sql`${principal} = ${sides.principalId}::integer`)
    return Prisma.join(conditions, ' AND ')
  }
  const tenant = Prisma.sql`r.tenant_id`
  const [near, far] = [Prisma.sql`r.contact_id`, Prisma.sql`r.other_contact_id`]
  const types = Prisma.sql`JOIN contact_relationship_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id`
  const day = tenantDaySql(scope)
  return Prisma.sql`
    SELECT ${far} AS actor_id, ${near} AS principal_id, 'relationship' AS through, t.name AS label,
      r.id AS relationship_id, NULL::integer AS role_id
    FROM contact_relationship r ${types} AND t.inherits_rights WHERE ${between(tenant, far, near)}
    UNION ALL
    SELECT ${near}, ${far}, 'relationship', t.reverse_name, r.id, NULL
    FROM contact_relationship r ${types} AND t.reverse_inherits_rights WHERE ${between(tenant, near, far)}
    UNION ALL
    SELECT r.contact_id, r.organization_id, 'role', t.name, NULL, r.id
    FROM contact_role r
    JOIN contact_role_type t ON t.tenant_id = r.tenant_id AND t.id = r.role_type_id AND t.inherits_rights
    WHERE ${between(tenant, Prisma.sql`r.contact_id`, Prisma.sql`r.organization_id`)}
      AND (r.start_date IS NULL OR r.start_date <= ${day}) AND (r.end_date IS NULL OR r.end_date >= ${day})
    UNION ALL
    SELECT p.primary_contact_id, p.id, 'primarycontact', 'Primary contact', NULL, NULL
    FROM contact p WHERE p.primary_contact_id IS NOT NULL
      AND ${between(Prisma.sql`p.tenant_id`, Prisma.sql`p.primary_contact_id`, Prisma.sql`p.id`)}`
}
