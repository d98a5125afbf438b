import { isLiveCartSql } from '#areas/events/events/seats/live-carts.listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Whether the order that issued a voucher `v` is paid, so that it can be used.
 */
export const isPaidSql = Prisma.sql`EXISTS (SELECT FROM store_purchase p
  LEFT JOIN invoice i ON i.tenant_id = p.tenant_id AND i.id = p.invoice_id
  WHERE p.tenant_id = v.tenant_id AND p.id = v.purchase_id AND p.cancelled_at IS NULL AND coalesce(i.balance, 0) = 0
    AND (i.id IS NULL OR i.voided_at IS NULL))`

/** What reserves a voucher: a cart of the store, or one of an event. */
export type VoucherCart = { cartId: number } | { eventOrderId: number }

interface VoucherUser {
  cart: VoucherCart
  now: Date
  today: string
}

const columnsOf = (cart: VoucherCart) => ({
  cartId: 'cartId' in cart ? cart.cartId : null,
  eventOrderId: 'eventOrderId' in cart ? cart.eventOrderId : null,
})

/** Tests whether a voucher `v` can be used by a cart: it is paid, valid, and not in another cart whose time has not run out. */
const isUsableSql = (tenantId: number, { cart, now, today }: VoucherUser): Sql => {
  const { cartId, eventOrderId } = columnsOf(cart)
  return Prisma.sql`NOT v.is_used AND v.voided_at IS NULL AND (v.expires_on IS NULL OR v.expires_on >= ${today}::date)
    AND ${isPaidSql}
    AND (v.cart_id IS NULL OR v.cart_id = ${cartId}::bigint OR NOT EXISTS (SELECT FROM store_cart c
      WHERE c.tenant_id = v.tenant_id AND c.id = v.cart_id AND c.state = 'open' AND c.held_until > ${now}::timestamptz))
    AND (v.event_order_id IS NULL OR v.event_order_id = ${eventOrderId}::bigint
      OR NOT ${isLiveCartSql(tenantId, Prisma.sql`v.event_order_id`, now)})`
}

/**
 * Locks vouchers in one order, so that two carts cannot block each other. Lock them before they are reserved: a statement that
 * waits for a lock does not see the cart that was stored with it.
 */
export const lockVouchersSql = (tenantId: number, codes: readonly string[]): Sql => Prisma.sql`
  SELECT v.id FROM store_voucher v WHERE v.tenant_id = ${tenantId}::int AND v.code = ANY (${[...codes]}::text[])
  ORDER BY v.code FOR NO KEY UPDATE`

/** Reserves vouchers for a cart, unless another cart has reserved them. Returns the codes of those it did: `{ code }`. */
export const reserveVouchersSql = (tenantId: number, codes: readonly string[], user: VoucherUser): Sql => {
  const { cartId, eventOrderId } = columnsOf(user.cart)
  return Prisma.sql`UPDATE store_voucher v SET cart_id = ${cartId}::bigint, event_order_id = ${eventOrderId}::bigint
    WHERE v.tenant_id = ${tenantId}::int AND v.code = ANY (${[...codes]}::text[]) AND ${isUsableSql(tenantId, user)}
    RETURNING v.code`
}

/** Finds those vouchers that a cart can use: `{ code }`. */
export const usableVouchersSql = (tenantId: number, codes: readonly string[], user: VoucherUser): Sql => Prisma.sql`
  SELECT v.code FROM store_voucher v
  WHERE v.tenant_id = ${tenantId}::int AND v.code = ANY (${[...codes]}::text[]) AND ${isUsableSql(tenantId, user)}`

/** Releases the vouchers of a cart. */
export const releaseVouchersSql = (tenantId: number, cart: VoucherCart): Sql => {
  const { cartId, eventOrderId } = columnsOf(cart)
  return Prisma.sql`UPDATE store_voucher SET cart_id = NULL, event_order_id = NULL
    WHERE tenant_id = ${tenantId}::int AND (cart_id = ${cartId}::bigint OR event_order_id = ${eventOrderId}::bigint)`
}

/** A voucher as it is shown to staff. */
export interface ShownVoucher {
  code: string
  name: string
  typeId: number
  /** Money, percent, or pieces. */
  remaining: number
  /** The last day. */
  expiresOn: string | null
}

/** Lists the vouchers that a contact bought and that can be used now, the oldest first: ShownVoucher, at most 50. */
export const vouchersOfContactSql = (tenantId: number, contactId: number, now: Date, today: string): Sql => Prisma.sql`
  SELECT v.code, l.name, v.type_id::int AS "typeId", v.expires_on::text AS "expiresOn",
    (CASE v.type_id WHEN 1 THEN v.remaining WHEN 2 THEN v.value ELSE 1 END)::float8 AS remaining
  FROM store_purchase o JOIN store_voucher v ON v.tenant_id = o.tenant_id AND v.purchase_id = o.id
  JOIN store_purchase_line l ON l.tenant_id = v.tenant_id AND l.id = v.line_id
  WHERE o.tenant_id = ${tenantId}::int AND o.contact_id = ${contactId}::int
    AND ${isUsableSql(tenantId, { cart: { cartId: 0 }, now, today })}
  ORDER BY v.issued_at, v.id LIMIT 50`
