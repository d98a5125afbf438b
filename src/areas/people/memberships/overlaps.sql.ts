import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * The membership that renews instead of row `m`, as an expression; null if `m` renews itself. After a merge, a contact can
 * have several memberships of one type that have not ended: only the one that ends last renews. The `+ 0` keeps the planner
 * from reading all memberships of the type for each row.
 */
export const renewingInsteadSql = Prisma.sql`(SELECT o.id FROM membership o
  WHERE o.tenant_id = m.tenant_id AND o.contact_id = m.contact_id AND o.type_id + 0 = m.type_id
    AND o.cancelled_on IS NULL AND o.dropped_on IS NULL
    AND (coalesce(o.expiration_date, '-infinity'), o.id) > (coalesce(m.expiration_date, '-infinity'), m.id)
  ORDER BY o.expiration_date DESC NULLS LAST, o.id DESC LIMIT 1)`

/** Selects the membership that renews instead of another one, as `id`; no row if that renews itself. */
export const renewingInsteadOfSql = (tenantId: number, membershipId: number): Sql => Prisma.sql`
  SELECT x.id FROM (SELECT ${renewingInsteadSql} AS id FROM membership m
    WHERE m.tenant_id = ${tenantId}::int AND m.id = ${membershipId}::int) x WHERE x.id IS NOT NULL`

/** Memberships of one type that a contact has at the same time. */
export interface Overlap {
  typeId: number
  typeName: string
  /** Ascending. */
  membershipIds: number[]
  /** The one that renews. */
  renewingId: number
}

/** Selects the types of which a contact has several memberships that have not ended: Overlap. */
export const overlapsSql = (tenantId: number, contactId: number): Sql => Prisma.sql`
  SELECT m.type_id AS "typeId", t.name AS "typeName", array_agg(m.id ORDER BY m.id) AS "membershipIds",
    (array_agg(m.id ORDER BY m.expiration_date DESC NULLS LAST, m.id DESC))[1] AS "renewingId"
  FROM membership m JOIN membership_type t ON t.tenant_id = m.tenant_id AND t.id = m.type_id
  WHERE m.tenant_id = ${tenantId}::int AND m.contact_id = ${contactId}::int
    AND m.cancelled_on IS NULL AND m.dropped_on IS NULL
  GROUP BY m.type_id, t.name HAVING count(*) > 1 ORDER BY m.type_id`
