import { tenantDaySql } from '#areas/people/contacts/contacts.sql'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Versioned } from '../answer.ts'
import { getContactHead } from '../contact-head.queries.ts'
import type { Page, PageOf } from '../page.ts'

/** The other contact where one may act for the other, and by what. */
export interface Acting {
  contactId: number
  name: string
  systemTypeId: number
  through: 'relationship' | 'role' | 'primarycontact'
  /** What who acts is to whom it is done for. */
  label: string
  relationshipId: number | null
  roleId: number | null
}

/**
 * Whether a contact may do in the name of another what that one may do for itself: it is that contact, or may act for it
 * through a relationship, a running role or as its primary contact. One step, never further: rights that were
 * inherited are not handed on. Neither may be deleted. This is the question to ask before anything is done on behalf of
 * somebody else; pass the transaction of what is to be done.
 */
export const mayActFor = async (
  scope: Scope,
  contactId: number,
  otherId: number,
  tx?: Transaction,
): Promise<boolean> => {
  const { tenantId } = scope.db
  const both = Prisma.sql`SELECT count(*) = ${contactId === otherId ? 1 : 2}::integer FROM contact c
    WHERE c.tenant_id = ${tenantId}::integer AND c.id IN (${contactId}::integer, ${otherId}::integer) AND ${IS_LISTED}`
  const query = Prisma.sql`SELECT (${both}) AND (${contactId}::integer = ${otherId}::integer OR EXISTS (
    SELECT FROM (${waysSql(scope, { actorId: contactId, principalId: otherId })}) w)) AS may`
  const rows = tx ? await tx.$queryRaw<{ may: boolean }[]>(query) : await scope.db.rows<{ may: boolean }>(query)
  return rows[0]?.may === true
}

/** For whom a contact may act, by name, once for each way. */
export const listActsFor = (scope: Scope, contactId: number, page: Page): Promise<Versioned<PageOf<Acting>>> =>
  list(scope, contactId, waysSql(scope, { actorId: contactId }), Prisma.sql`w.principal_id`, page)

/** Who may act for a contact, by name, once for each way. */
export const listActedForBy = (scope: Scope, contactId: number, page: Page): Promise<Versioned<PageOf<Acting>>> =>
  list(scope, contactId, waysSql(scope, { principalId: contactId }), Prisma.sql`w.actor_id`, page)

const IS_LISTED = Prisma.sql`c.deleted_at IS NULL AND NOT c.is_unmatched`

const list = async (
  scope: Scope,
  contactId: number,
  ways: Sql,
  other: Sql,
  { take, skip }: Page,
): Promise<Versioned<PageOf<Acting>>> => {
  const { auditId } = await getContactHead(scope, contactId)
  const [page] = await scope.db.rows<{ total: string; rows: Acting[] }>(Prisma.sql`
    WITH way AS MATERIALIZED (
      SELECT c.id AS "contactId", c.display_name AS name, c.sort_name, c.system_type_id AS "systemTypeId", w.through,
        w.label, w.relationship_id AS "relationshipId", w.role_id AS "roleId"
      FROM (${ways}) w JOIN contact c ON c.tenant_id = ${scope.db.tenantId}::integer AND c.id = ${other} AND ${IS_LISTED})
    SELECT (SELECT count(*) FROM way) AS total, coalesce(json_agg(p), '[]'::json) AS rows FROM (
      SELECT * FROM way ORDER BY sort_name, "contactId", through, label, "relationshipId", "roleId"
      LIMIT ${take}::integer OFFSET ${skip}::integer) p`)
  return { auditId, answer: { total: Number(page?.total ?? 0), rows: page?.rows ?? [] } }
}

/** Who acts and for whom; at least one of them. */
interface Sides {
  actorId?: number
  principalId?: number
}

/** Every way in which the one may act for the other: who, for whom, through what. */
const waysSql = (scope: Scope, sides: Sides): Sql => {
  const isOf = (tenant: Sql, actor: Sql, principal: Sql): Sql => {
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
    FROM contact_relationship r ${types} AND t.inherits_rights WHERE ${isOf(tenant, far, near)}
    UNION ALL
    SELECT ${near}, ${far}, 'relationship', t.reverse_name, r.id, NULL
    FROM contact_relationship r ${types} AND t.reverse_inherits_rights WHERE ${isOf(tenant, near, far)}
    UNION ALL
    SELECT r.contact_id, r.organization_id, 'role', t.name, NULL, r.id
    FROM contact_role r
    JOIN contact_role_type t ON t.tenant_id = r.tenant_id AND t.id = r.role_type_id AND t.inherits_rights
    WHERE ${isOf(tenant, Prisma.sql`r.contact_id`, Prisma.sql`r.organization_id`)}
      AND (r.start_date IS NULL OR r.start_date <= ${day}) AND (r.end_date IS NULL OR r.end_date >= ${day})
    UNION ALL
    SELECT p.primary_contact_id, p.id, 'primarycontact', 'Primary contact', NULL, NULL
    FROM contact p WHERE p.primary_contact_id IS NOT NULL
      AND ${isOf(Prisma.sql`p.tenant_id`, Prisma.sql`p.primary_contact_id`, Prisma.sql`p.id`)}`
}
