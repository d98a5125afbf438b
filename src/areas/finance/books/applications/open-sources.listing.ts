import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type ConditionalAction, IS_LIVE } from '../documents/documents.listing.ts'

const IS_OPEN = Prisma.sql`doc.status = 'Open'`
const HAS_OPEN_INVOICE = Prisma.sql`EXISTS (SELECT FROM invoice o WHERE o.tenant_id = doc.tenant_id
  AND o.contact_id = doc.contact_id AND o.status = 'Open')`

/** A payment of a charge is refunded by its charge, and not voided. */
const isOwn = { payment: Prisma.sql`doc.charge_id IS NULL`, credit: Prisma.sql`true` }

/** The processor does not refund a charge after a dispute that was won. */
const isRefundable = {
  payment: Prisma.sql`(doc.charge_id IS NULL OR doc.is_refunded_by_books)`,
  credit: Prisma.sql`true`,
}

const isRefunded = (column: Sql): Sql => Prisma.sql`EXISTS (SELECT FROM refund f WHERE f.tenant_id = doc.tenant_id
  AND f.${column} = doc.id AND f.voided_at IS NULL)`

const isApplied = (column: Sql): Sql => Prisma.sql`(SELECT coalesce(sum(a.amount), 0) FROM application a
  WHERE a.tenant_id = doc.tenant_id AND a.${column} = doc.id) > 0`

/** Returns the actions of payments and credits, over the row `doc`. */
export const openSourceActions = (kind: 'payment' | 'credit'): ConditionalAction[] => {
  const column = Prisma.raw(`${kind}_id`)
  return [
    ['edit', IS_LIVE],
    ['apply', Prisma.sql`${IS_OPEN} AND ${HAS_OPEN_INVOICE}`],
    ['unapply', Prisma.sql`${IS_LIVE} AND ${isApplied(column)}`],
    ['refund', Prisma.sql`${IS_OPEN} AND ${isRefundable[kind]}`],
    ['void', Prisma.sql`${IS_LIVE} AND ${isOwn[kind]} AND NOT ${isRefunded(column)}`],
  ]
}
