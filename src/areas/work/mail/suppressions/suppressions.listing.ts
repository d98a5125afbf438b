import { MailSuppressionItem } from '#contract/work/mail'
import { columnsOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import { ALL_CATEGORIES } from '#services/mail/suppression-sql'

const id = Prisma.sql`suppressed.id`
const address = Prisma.sql`suppressed.address_key`
const category = Prisma.sql`nullif(suppressed.category, ${ALL_CATEGORIES})`

const listing: Listing = {
  from: Prisma.sql`mail_suppression suppressed`,
  row: MailSuppressionItem,
  tenant: Prisma.sql`suppressed.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'SuppressionId desc',
  fields: {
    SuppressionId: valueField('integer', id),
    Address: { ...valueField('text', address), normalize: (text) => text.toLowerCase() },
    Category: optionalField('text', category),
    Reason: valueField('text', Prisma.sql`suppressed.reason`),
    CreatedDate: valueField('instant', Prisma.sql`suppressed.created_at`),
  },
}

const columns = columnsOf(listing.fields, { Address: Prisma.sql`suppressed.address_key` })

/** The list of suppressed addresses, newest first. */
export const suppressionList: List = { listing, columns }
