import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const groupUse = (of: string, used: Sql): RecordUse => ({
  of,
  user: 'group',
  users: 'groups',
  scope: 'groups:read',
  remedy: 'Send forceSave to remove them.',
  rows: (tenantId) => Prisma.sql`SELECT ${used} AS used_id, g.id, g.name FROM contact_group_category x
      JOIN category_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id
      JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id
    WHERE x.tenant_id = ${tenantId}::integer AND g.deleted_at IS NULL`,
})

/** What groups use. A deletion with force removes the groups from the categories instead. */
export const groupUses: readonly RecordUse[] = [
  groupUse('categoryitem', Prisma.sql`i.id`),
  groupUse('categorylist', Prisma.sql`i.list_id`),
]
