import { listingFieldsSql } from '#areas/people/custom-fields/values/record-values.listing'
import { DirectoryListingItem } from '#contract/people/directories'
import { columnsOf, hiddenField, listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { contactOfChaptersSql } from '#kernel/tenancy/chapter-contacts'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`l.id`
const typeName = Prisma.sql`(SELECT k.name FROM directory_listing_type k
  WHERE k.tenant_id = l.tenant_id AND k.id = l.listing_type_id)`

const contactType = Prisma.sql`c.system_type_id`
const emailAddress = Prisma.sql`c.email_address`

const fields: Listing['fields'] = {
  DirectoryListingId: valueField('integer', id),
  AuditId: valueField('integer', Prisma.sql`l.audit_id`),
  ContactId: valueField('integer', Prisma.sql`l.contact_id`),
  Name: valueField('text', Prisma.sql`c.display_name`, Prisma.sql`c.sort_name`),
  SystemContactTypeId: hiddenField(valueField('integer', contactType)),
  EmailAddress: hiddenField(optionalField('text', emailAddress)),
  ListingTypeId: optionalField('integer', Prisma.sql`l.listing_type_id`),
  ListingType: optionalField('text', typeName),
}

/** Returns the listings `l` of a directory with their contacts `c`, by name, without deleted contacts. */
export const listingsOfDirectory = (directoryId: number): Listing => ({
  from: Prisma.sql`directory_listing l JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id`,
  row: DirectoryListingItem,
  tenant: Prisma.sql`l.tenant_id`,
  id,
  contact: Prisma.sql`l.contact_id`,
  listed: Prisma.sql`l.directory_id = ${directoryId}::integer AND c.deleted_at IS NULL`,
  defaultOrder: 'Name',
  fields,
  searched: Prisma.sql`c.display_name`,
})

/** The columns of a contact in the list of a directory. */
export const contactColumns: Sql = columnsOf(fields, { SystemContactTypeId: contactType, EmailAddress: emailAddress })

/**
 * Returns the listings of a directory in the shape for editing. Fields that show a field of contacts require the scope
 * to read contacts.
 */
export const listingList = (scope: Scope, directoryId: number): List =>
  listOf(listingsOfDirectory(directoryId), {
    DirectoryId: Prisma.sql`l.directory_id`,
    CustomFields: listingFieldsSql(hasGrant(scope, 'contacts:read')),
    Actions: actionsSql(scope),
  })

const actionsSql = (scope: Scope): Sql => {
  const { chapters, db } = scope
  if (!hasGrant(scope, 'directories:write')) return Prisma.sql`'["view"]'::json`
  const all = Prisma.sql`'["view","edit","delete"]'::json`
  if (!chapters) return all
  const isEditable = contactOfChaptersSql(Prisma.sql`l.contact_id`, db.tenantId, chapters.editable)
  return Prisma.sql`CASE WHEN ${isEditable} THEN ${all} ELSE '["view"]'::json END`
}
