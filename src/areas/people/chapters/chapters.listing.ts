import type { ContactList } from '#areas/people/contacts/contact-facts.listing'
import { foundContactsSql } from '#areas/people/contacts/contacts.listing'
import { listJson } from '#kernel/database/json-sql'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`h.id`
const name = Prisma.sql`o.display_name`
const parentId = Prisma.sql`CASE WHEN p.organization_id IS NULL THEN 0 ELSE p.organization_id END`

/** The list of chapters `h`, with their organization `o`, parent `p` and the parent's organization `u`. */
export const chapterList: List = listOf(
  {
    from: Prisma.sql`chapter h
      JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
      LEFT JOIN chapter p ON p.tenant_id = h.tenant_id AND p.id = h.parent_id
      LEFT JOIN contact u ON u.tenant_id = p.tenant_id AND u.id = p.organization_id`,
    tenant: Prisma.sql`h.tenant_id`,
    id,
    listed: Prisma.sql`true`,
    defaultOrder: 'OrganizationName',
    fields: {
      ChapterId: valueField('integer', id),
      AuditId: valueField('integer', Prisma.sql`h.audit_id`),
      OrganizationName: {
        type: 'text',
        sql: name,
        order: [
          { type: 'text', sql: Prisma.sql`o.sort_name` },
          { type: 'text', sql: name },
        ],
      },
      ParentOrganizationId: valueField('integer', parentId),
      ParentOrganizationName: optionalField('text', Prisma.sql`u.display_name`),
      City: optionalField('text', Prisma.sql`o.city`),
      State: optionalField('text', Prisma.sql`o.state_province`),
    },
    search: (tenantId, text) => {
      const organizations = foundContactsSql(tenantId, text)
      return (
        organizations && {
          found: Prisma.sql`SELECT h.id FROM chapter h JOIN (${organizations}) s ON s.id = h.organization_id
          WHERE h.tenant_id = ${tenantId}::integer`,
        }
      )
    },
  },
  { OrganizationName: Prisma.sql`o.display_name` },
)

/** The chapters of a contact of row `c` (ContactChapterItem in the contract): the primary one first, then by name. */
const contactChaptersJson: Sql = listJson(Prisma.sql`
  SELECT k.chapter_id AS "ChapterId", o.display_name AS "Name", k.is_primary AS "IsPrimary"
  FROM contact_chapter k
  JOIN chapter h ON h.tenant_id = k.tenant_id AND h.id = k.chapter_id
  JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
  WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id ORDER BY k.is_primary DESC, o.sort_name, k.chapter_id`)

export const chaptersOfContact: ContactList = { field: 'ContactChapters', json: () => contactChaptersJson }
