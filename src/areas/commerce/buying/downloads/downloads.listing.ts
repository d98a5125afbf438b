import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`d.id`
const CONTACT_ID = shownContactIdSql(Prisma.sql`o.tenant_id`, Prisma.sql`o.contact_id`)
const CONTACT_NAME = Prisma.sql`(SELECT k.display_name FROM contact k
  WHERE k.tenant_id = o.tenant_id AND k.id = o.contact_id AND k.deleted_at IS NULL)`
export const FILE_NAME = Prisma.sql`(SELECT f.name FROM stored_file f
  WHERE f.tenant_id = i.tenant_id AND f.id = i.download_file_id)`

/** Tests whether the time or the number of a download `d` is used up. */
export const isExpiredSql = (scope: Scope): Sql => Prisma.sql`coalesce(d.expires_on < ${todayOf(scope)}::date, false)
  OR coalesce(d.count >= d.max_count, false)`

/** Lists downloads `d` that were bought, the newest purchase first; revoked ones are left out. */
export const downloadList = (scope: Scope): List => {
  const isExpired = isExpiredSql(scope)
  const canWrite = hasGrant(scope, 'store:write')
  return listOf(
    {
      from: Prisma.sql`store_download d
        LEFT JOIN store_purchase o ON o.tenant_id = d.tenant_id AND o.id = d.purchase_id
        LEFT JOIN store_purchase_line l ON l.tenant_id = d.tenant_id AND l.id = d.line_id
        LEFT JOIN store_item i ON i.tenant_id = d.tenant_id AND i.id = d.item_id`,
      tenant: Prisma.sql`d.tenant_id`,
      id,
      listed: Prisma.sql`d.revoked_at IS NULL`,
      defaultOrder: 'PurchaseDate desc',
      fields: {
        StoreItemDigitalDownloadPurchaseId: valueField('integer', id),
        StorePurchaseId: valueField('bigint', Prisma.sql`d.purchase_id`),
        StoreItemId: valueField('integer', Prisma.sql`d.item_id`),
        ProductName: nameField(Prisma.sql`l.name`),
        ContactId: optionalField('integer', CONTACT_ID),
        ContactName: nameField(CONTACT_NAME),
        EmailAddress: optionalField('text', Prisma.sql`o.email`),
        PurchaseDate: valueField('instant', Prisma.sql`o.purchased_at`),
        FileName: optionalField('text', FILE_NAME),
        DownloadCount: valueField('integer', Prisma.sql`d.count`),
        LastDownloadDate: optionalField('instant', Prisma.sql`d.last_at`),
        ExpirationDate: optionalField('date', Prisma.sql`d.expires_on`),
        IsExpired: valueField('boolean', Prisma.sql`(${isExpired})`),
      },
      searched: Prisma.sql`(l.name || ' ' || coalesce(${CONTACT_NAME}, '') || ' ' || coalesce(o.email, '') || ' '
        || coalesce(${FILE_NAME}, ''))`,
    },
    {
      ContactId: Prisma.sql`${CONTACT_ID}::text`,
      Actions: Prisma.sql`CASE WHEN ${canWrite}::boolean THEN '["revoke"]'::json ELSE '[]'::json END`,
    },
  )
}
