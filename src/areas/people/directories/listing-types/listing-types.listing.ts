import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`k.id`
const listingCount = Prisma.sql`(SELECT count(*)::integer FROM directory_listing l
  JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id AND c.deleted_at IS NULL
  WHERE l.tenant_id = k.tenant_id AND l.listing_type_id = k.id)`

/** The list of the listing types `k` of a directory, by name. */
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
        ListingCount: valueField('integer', listingCount),
      },
      searched: Prisma.sql`k.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'directorylistingtype' }, 'directories:write', id) },
  )
