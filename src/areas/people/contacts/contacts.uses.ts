import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const contactUse = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'contact',
  users: 'contacts',
  scope: 'contacts:read',
  remedy,
  rows,
})

/** Selects rows of contacts by a table that references both a contact and the record that it uses. */
const through = (table: string, column: string, tenantId: number): Sql => Prisma.sql`
  SELECT x.${Prisma.raw(column)} AS used_id, c.id, c.display_name AS name
  FROM ${Prisma.raw(table)} x JOIN contact c ON c.tenant_id = x.tenant_id AND c.id = x.contact_id
  WHERE x.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`

/**
 * The records that contacts and their records use. A deletion of categories with force removes the contacts from them
 * instead.
 */
export const contactUses: readonly RecordUse[] = [
  contactUse('categoryitem', 'Send forceSave to remove them.', (tenantId) =>
    through('contact_category', 'item_id', tenantId),
  ),
  contactUse(
    'categorylist',
    'Send forceSave to remove them.',
    (tenantId) => Prisma.sql`
    SELECT i.list_id AS used_id, c.id, c.display_name AS name FROM contact_category x
      JOIN category_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
      JOIN contact c ON c.tenant_id = x.tenant_id AND c.id = x.contact_id
    WHERE x.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  ),
  contactUse('certification', 'Remove the certification from the contact first.', (tenantId) =>
    through('contact_certification', 'certification_id', tenantId),
  ),
  contactUse('contactroletype', 'Change or delete the roles of the contact first.', (tenantId) =>
    through('contact_role', 'role_type_id', tenantId),
  ),
  contactUse('contactrelationshiptype', 'Delete the relationships of the contact first.', (tenantId) =>
    through('contact_relationship', 'type_id', tenantId),
  ),
  contactUse(
    'file',
    'Remove the image of the contact first.',
    (tenantId) => Prisma.sql`
    SELECT f.id AS used_id, c.id, c.display_name AS name
    FROM contact c CROSS JOIN LATERAL (VALUES (c.image_file_id), (c.image_thumbnail_id)) AS f (id)
    WHERE c.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  ),
  {
    of: 'file',
    user: 'communication',
    users: 'communications',
    scope: 'contacts:read',
    remedy: 'Remove the file from the communication first.',
    rows: (tenantId) => Prisma.sql`SELECT f.id AS used_id, m.id, m.subject AS name FROM stored_file f
      JOIN contact_communication m ON m.tenant_id = f.tenant_id AND m.id = f.owner_id
      WHERE f.tenant_id = ${tenantId}::integer AND f.owner_kind = 'communication'`,
  },
  {
    ...contactUse(
      'contact',
      'Remove the contact from staff first.',
      (tenantId) => Prisma.sql`
      SELECT s.contact_id AS used_id, s.login_id AS id, NULL::text AS name
      FROM staff s WHERE s.tenant_id = ${tenantId}::integer`,
    ),
    user: 'member of staff',
    users: 'members of staff',
    scope: 'admin',
  },
]
