import type { ListField, Listing } from '#kernel/listing/listing'
import { orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`h.id`
const name = Prisma.sql`o.display_name`
const parentId = Prisma.sql`CASE WHEN p.organization_id IS NULL THEN 0 ELSE p.organization_id END`

const text = (sql: Prisma.Sql): ListField => ({ type: 'text', sql, order: [{ type: 'text', sql: orEmptySql(sql) }] })
const integer = (sql: Prisma.Sql): ListField => ({ type: 'integer', sql, order: [{ type: 'integer', sql }] })

/** A chapter with its organization `o`, its parent `p` and that one's organization `u`. */
export const chapterTables = Prisma.sql`chapter h
  JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
  LEFT JOIN chapter p ON p.tenant_id = h.tenant_id AND p.id = h.parent_id
  LEFT JOIN contact u ON u.tenant_id = p.tenant_id AND u.id = p.organization_id`

/** The list of chapters. */
export const chapterListing: Listing = {
  from: chapterTables,
  tenant: Prisma.sql`h.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'OrganizationName',
  fields: {
    ChapterId: integer(id),
    OrganizationName: {
      type: 'text',
      sql: name,
      order: [
        { type: 'text', sql: Prisma.sql`o.sort_name` },
        { type: 'text', sql: name },
      ],
    },
    ParentOrganizationId: integer(parentId),
    ParentOrganizationName: text(Prisma.sql`u.display_name`),
    City: text(Prisma.sql`o.city`),
    State: text(Prisma.sql`o.state_province`),
  },
}

/** The documented row over chapterTables. */
export const chapterRow = Prisma.sql`h.id AS "ChapterId", h.audit_id AS "AuditId", o.display_name AS "OrganizationName",
  ${parentId} AS "ParentOrganizationId", u.display_name AS "ParentOrganizationName", o.city AS "City",
  o.state_province AS "State"`
