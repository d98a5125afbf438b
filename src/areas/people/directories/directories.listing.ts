import { listOf } from '#kernel/listing/columns'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'

const directoryId = Prisma.sql`d.id`
const listingCount = Prisma.sql`(SELECT count(*)::integer FROM directory_listing l
  JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id AND c.deleted_at IS NULL
  WHERE l.tenant_id = d.tenant_id AND l.directory_id = d.id)`

/** The list of directories, by name. */
export const directoryList: List = listOf({
  from: Prisma.sql`directory d`,
  tenant: Prisma.sql`d.tenant_id`,
  id: directoryId,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    DirectoryId: valueField('integer', directoryId),
    AuditId: valueField('integer', Prisma.sql`d.audit_id`),
    Name: valueField('text', Prisma.sql`d.name`, Prisma.sql`d.name_key`),
    IsPublic: valueField('boolean', Prisma.sql`d.is_public`),
    ListingCount: valueField('integer', listingCount),
  },
})
