import { instantJson } from '#kernel/database/json-sql'
import type { Listing } from '#kernel/listing/listing'
import { ALL_CATEGORIES } from '#kernel/mail/suppression-sql'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`kept.id`
const address = Prisma.sql`kept.address_key`
const category = Prisma.sql`nullif(kept.category, ${ALL_CATEGORIES})`

/** Who gets no mail, the latest first. */
const listing: Listing = {
  from: Prisma.sql`mail_suppression kept`,
  tenant: Prisma.sql`kept.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'SuppressionId desc',
  fields: {
    SuppressionId: { type: 'integer', sql: id, order: [{ type: 'integer', sql: id }] },
    Address: { type: 'text', sql: address, order: [{ type: 'text', sql: address }] },
    Category: { type: 'text', sql: category },
    Reason: { type: 'text', sql: Prisma.sql`kept.reason` },
    CreatedDate: { type: 'instant', sql: Prisma.sql`kept.created_at` },
  },
}

const columns = Prisma.sql`kept.id AS "SuppressionId", kept.address_key AS "Address", ${category} AS "Category",
  kept.reason AS "Reason", ${instantJson(Prisma.sql`kept.created_at`)} AS "CreatedDate"`

export const suppressionList = { listing, columns }
