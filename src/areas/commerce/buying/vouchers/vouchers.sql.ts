import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Whether the order that issued a voucher `v` is paid, so that it can be used.
 */
export const isPaidSql = Prisma.sql`EXISTS (SELECT FROM store_purchase p
  LEFT JOIN invoice i ON i.tenant_id = p.tenant_id AND i.id = p.invoice_id
  WHERE p.tenant_id = v.tenant_id AND p.id = v.purchase_id AND p.cancelled_at IS NULL AND coalesce(i.balance, 0) = 0
    AND (i.id IS NULL OR i.voided_at IS NULL))`

/** Reserves a voucher for a cart, unless another cart has reserved it: one conditional update. Returns its id if it did. */
export const reserveVoucherSql = (tenantId: number, cartId: number, code: string, now: Date, today: string): Sql =>
  Prisma.sql`UPDATE store_voucher v SET cart_id = ${cartId}::int
    WHERE v.tenant_id = ${tenantId}::int AND v.code = ${code} AND NOT v.is_used AND v.voided_at IS NULL
      AND (v.expires_on IS NULL OR v.expires_on >= ${today}::date) AND ${isPaidSql}
      AND (v.cart_id IS NULL OR v.cart_id = ${cartId}::int OR NOT EXISTS (SELECT FROM store_cart c
        WHERE c.tenant_id = v.tenant_id AND c.id = v.cart_id AND c.state = 'open' AND c.held_until > ${now}::timestamptz))
    RETURNING v.id`

/** Releases the vouchers of a cart. */
export const releaseVouchersSql = (tenantId: number, cartId: number): Sql =>
  Prisma.sql`UPDATE store_voucher SET cart_id = NULL
    WHERE tenant_id = ${tenantId}::int AND cart_id = ${cartId}::int`
