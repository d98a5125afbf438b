import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
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

const id = Prisma.sql`k.id`
const listingCountOfType = Prisma.sql`(SELECT count(*)::integer FROM directory_listing l
  JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id AND c.deleted_at IS NULL
  WHERE l.tenant_id = k.tenant_id AND l.listing_type_id = k.id)`

/** Returns the list of the listing types `k` of a directory, by name. */
export const listingTypeList = (scope: Scope, directoryId: number): List =>
  listOf(
    {
      from: Prisma.sql`directory_listing_type k`,
      tenant: Prisma.sql`k.tenant_id`,
      id,
      listed: Prisma.sql`k.directory_id = ${directoryId}::integer`,
      defaultOrder: 'Name',
      fields: {
        ListingTypeId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`k.audit_id`),
        DirectoryId: valueField('integer', Prisma.sql`k.directory_id`),
        Name: nameField(Prisma.sql`k.name`),
        ListingCount: valueField('integer', listingCountOfType),
      },
      searched: Prisma.sql`k.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'directorylistingtype' }, 'directories:write', id) },
  )
