import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const chapterUse = (of: string, column: string, remedy: string): RecordUse => ({
  of,
  user: 'chapter',
  users: 'chapters',
  scope: 'chapters:read',
  remedy,
  rows: (tenantId) => Prisma.sql`SELECT h.${Prisma.raw(column)} AS used_id, h.id, o.display_name AS name
    FROM chapter h JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
    WHERE h.tenant_id = ${tenantId}::integer`,
})

/** What chapters use. */
export const chapterUses: readonly RecordUse[] = [
  chapterUse('contact', 'organization_id', 'Delete the chapter first.'),
  chapterUse('calendar', 'calendar_id', 'Give the chapter another calendar first.'),
  chapterUse('group', 'group_id', 'Give the chapter another group first.'),
  chapterUse('paymentgateway', 'payment_gateway_id', 'Give the chapter another payment gateway first.'),
  {
    ...chapterUse('chapter', 'parent_id', 'Move or delete the child chapters first.'),
    user: 'child chapter',
    users: 'child chapters',
  },
  {
    of: 'chapter',
    user: 'contact',
    users: 'contacts',
    scope: 'contacts:read',
    remedy: 'Remove the contacts from the chapter first.',
    rows: (tenantId) => Prisma.sql`SELECT m.chapter_id AS used_id, m.contact_id AS id, c.display_name AS name
      FROM contact_chapter m JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
      WHERE m.tenant_id = ${tenantId}::integer AND c.deleted_at IS NULL`,
  },
]
