import { tenantDaySql } from '#areas/people/contacts/contacts.sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The contact that acts and the contact that it acts for; at least one of them. */
interface ActingSides {
  actorId?: number
  principalId?: number
}

const IS_LISTED = Prisma.sql`c.deleted_at IS NULL AND NOT c.is_unmatched`

/**
 * Selects, as `{ canAct }`, whether both contacts are listed and one has a right to act for the other, or both are the
 * same.
 */
export const canActForSql = (scope: Scope, contactId: number, otherId: number): Sql => Prisma.sql`
  SELECT (SELECT count(*) = ${contactId === otherId ? 1 : 2}::integer FROM contact c
      WHERE c.tenant_id = ${scope.db.tenantId}::integer AND c.id IN (${contactId}::integer, ${otherId}::integer)
        AND ${IS_LISTED})
    AND (${contactId}::integer = ${otherId}::integer
      OR EXISTS (SELECT FROM (${rightsSql(scope, { actorId: contactId, principalId: otherId })}) w)) AS "canAct"`

/**
 * Returns the contacts that a contact can act for, one row for each right, as rows with a number: an expression for
 * FROM. The number is the same each time that one statement evaluates it.
 */
export const actsForRows = (scope: Scope, contactId: number): Sql =>
  numberedRows(scope, rightsSql(scope, { actorId: contactId }), Prisma.sql`w.principal_id`)

/** Returns the contacts that can act for a contact, in the same form. */
export const actedForByRows = (scope: Scope, contactId: number): Sql =>
  numberedRows(scope, rightsSql(scope, { principalId: contactId }), Prisma.sql`w.actor_id`)

/** Selects the contacts that a contact can act for, each once, with their status: the first 1,000 by name. */
export const representedSql = (scope: Scope, contactId: number): Sql => Prisma.sql`
  SELECT c.id, c.display_name AS name, c.system_type_id::integer AS "systemTypeId", c.status_id::integer AS "statusId"
  FROM contact c WHERE c.tenant_id = ${scope.db.tenantId}::integer AND ${IS_LISTED} AND c.id <> ${contactId}::integer
    AND c.id IN (SELECT w.principal_id FROM (${rightsSql(scope, { actorId: contactId })}) w)
  ORDER BY c.sort_name, c.id LIMIT 1000`

const numberedRows = (scope: Scope, rights: Sql, other: Sql): Sql => Prisma.sql`(
  SELECT c.tenant_id, c.id AS contact_id, c.display_name, c.sort_name, c.system_type_id, w.through, w.label,
    w.relationship_id, w.role_id, (row_number() OVER (
      ORDER BY c.sort_name, c.id, w.through, w.label, w.relationship_id, w.role_id))::integer AS number
  FROM (${rights}) w
  JOIN contact c ON c.tenant_id = ${scope.db.tenantId}::integer AND c.id = ${other} AND ${IS_LISTED}) r`

/**
 * Returns every right of one contact to act for another: by a relationship, a current role, or as its primary contact.
 */
const rightsSql = (scope: Scope, sides: ActingSides): Sql => {
  const between = (tenant: Sql, actor: Sql, principal: Sql): Sql => {
    const conditions = [Prisma.sql`${tenant} = ${scope.db.tenantId}::integer`]
    if (sides.actorId !== undefined) conditions.push(Prisma.sql`${actor} = ${sides.actorId}::integer`)
    if (sides.principalId !== undefined) conditions.push(Prisma.sql`${principal} = ${sides.principalId}::integer`)
    return Prisma.join(conditions, ' AND ')
  }
  const tenant = Prisma.sql`r.tenant_id`
  const near = Prisma.sql`r.contact_id`
  const far = Prisma.sql`r.other_contact_id`
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
