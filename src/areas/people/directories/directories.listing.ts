import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'

const directoryId = Prisma.sql`d.id`
const listingCount = Prisma.sql`(SELECT count(*)::integer FROM directory_listing l
  JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id AND c.deleted_at IS NULL
  WHERE l.tenant_id = d.tenant_id AND l.directory_id = d.id)`

/** The list of directories, by name. */
export const directoryList: List = {
  listing: {
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
  },
  columns: Prisma.sql`d.id AS "DirectoryId", d.audit_id AS "AuditId", d.name AS "Name", d.is_public AS "IsPublic",
    ${listingCount} AS "ListingCount"`,
}

const listingId = Prisma.sql`l.id`

/** The list of the contacts in a directory, by name, without deleted contacts. */
export const contactsOfDirectory = (directoryId: number): List => ({
  listing: {
    from: Prisma.sql`directory_listing l JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id`,
    tenant: Prisma.sql`l.tenant_id`,
    id: listingId,
    contact: Prisma.sql`l.contact_id`,
    listed: Prisma.sql`l.directory_id = ${directoryId}::integer AND c.deleted_at IS NULL`,
    defaultOrder: 'Name',
    fields: {
      DirectoryListingId: valueField('integer', listingId),
      ContactId: valueField('integer', Prisma.sql`l.contact_id`),
      Name: valueField('text', Prisma.sql`c.display_name`, Prisma.sql`c.sort_name`),
      SystemContactTypeId: valueField('integer', Prisma.sql`c.system_type_id`),
      EmailAddress: optionalField('text', Prisma.sql`c.email_address`),
    },
  },
  columns: Prisma.sql`l.id AS "DirectoryListingId", l.contact_id AS "ContactId", c.display_name AS "Name",
    c.system_type_id AS "SystemContactTypeId", c.email_address AS "EmailAddress"`,
})
