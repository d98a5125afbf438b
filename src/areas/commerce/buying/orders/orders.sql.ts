import { printedNumberSql } from '#areas/finance/books/documents/documents.listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The invoice `i` and the charge `g` of an order `o`. */
export const orderJoins = Prisma.sql`LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  LEFT JOIN processor_charge g ON g.tenant_id = o.tenant_id AND g.id = o.charge_id
  LEFT JOIN contact c ON c.tenant_id = o.tenant_id AND c.id = o.contact_id
  LEFT JOIN country n ON n.id = o.country_id`

export const BALANCE = Prisma.sql`coalesce(i.balance, 0)`

/** What was written off of the invoice of an order. */
const WRITTEN_OFF = Prisma.sql`coalesce((SELECT sum(w.total) FROM write_off w WHERE w.tenant_id = o.tenant_id
  AND w.invoice_id = o.invoice_id AND w.voided_at IS NULL), 0)`

/** What was paid and not returned. A refund reduces what is owed, and then what was paid. */
export const AMOUNT_PAID = Prisma.sql`CASE WHEN o.cancelled_at IS NOT NULL OR i.voided_at IS NOT NULL THEN 0
  ELSE o.total - coalesce(i.balance, 0) - o.refunded - ${WRITTEN_OFF} END`

/** Whether pieces are left to send. */
export const IS_UNSENT = Prisma.sql`EXISTS (SELECT FROM store_purchase_line x WHERE x.tenant_id = o.tenant_id
  AND x.purchase_id = o.id AND x.is_shipped AND x.shipped < x.quantity - x.refunded)`

/** Whether pieces were refunded, those that cost nothing included. */
const HAS_REFUNDED_PIECES = Prisma.sql`EXISTS (SELECT FROM store_purchase_line x WHERE x.tenant_id = o.tenant_id
  AND x.purchase_id = o.id AND x.refunded > 0)`

const IS_SENT_ORDER = Prisma.sql`EXISTS (SELECT FROM store_purchase_line x WHERE x.tenant_id = o.tenant_id
  AND x.purchase_id = o.id AND x.shipped > 0)`

export const STATUS = Prisma.sql`CASE WHEN o.cancelled_at IS NOT NULL OR i.voided_at IS NOT NULL THEN 'Cancelled'
  WHEN o.refunded > 0 AND o.refunded = o.total THEN 'Refunded' WHEN o.refunded > 0 THEN 'PartlyRefunded'
  WHEN coalesce(i.balance, 0) > 0 THEN 'Pending' WHEN ${IS_SENT_ORDER} AND NOT ${IS_UNSENT} THEN 'Shipped' ELSE 'Paid' END`

export const PAYMENT_STATUS = Prisma.sql`CASE WHEN g.status = 'authorized' OR g.status = 'pending' OR g.status = 'requested'
    OR (g.id IS NULL AND o.payment_token IS NOT NULL) THEN 'Authorized'
  WHEN g.status = 'succeeded' THEN 'Captured' WHEN g.status = 'failed' THEN 'Failed'
  WHEN g.status = 'canceled' THEN 'Canceled' ELSE 'None' END`

/** Whether the processor has money of the order that a cancellation or refund returns. */
export const HAS_LIVE_CHARGE = Prisma.sql`coalesce(g.status NOT IN ('failed', 'canceled'), false)`

/** What the pieces of an order cost that lots had. */
export const COST_TOTAL = Prisma.sql`(SELECT coalesce(sum(u.quantity * u.unit_cost), 0) FROM store_lot_use u
  JOIN store_purchase_line x ON x.tenant_id = u.tenant_id AND x.id = u.line_id
  WHERE x.tenant_id = o.tenant_id AND x.purchase_id = o.id)`

/** Whether the charge of an order is not captured yet. */
export const IS_UNCAPTURED = Prisma.sql`${PAYMENT_STATUS} = 'Authorized'`

const IS_LIVE = Prisma.sql`o.cancelled_at IS NULL AND (i.id IS NULL OR i.voided_at IS NULL)`

/** Whether the result of the payment of an order will come later. */
const IS_UNKNOWN = Prisma.sql`(o.payment_token IS NOT NULL OR coalesce(g.status, '') IN ('pending', 'requested'))`

export const CAN_CANCEL = Prisma.sql`${IS_LIVE} AND o.refunded = 0 AND NOT ${HAS_REFUNDED_PIECES} AND NOT ${IS_SENT_ORDER}
  AND NOT ${IS_UNKNOWN}
  AND NOT EXISTS (SELECT FROM write_off w WHERE w.tenant_id = o.tenant_id AND w.invoice_id = o.invoice_id
    AND w.voided_at IS NULL)
  AND NOT EXISTS (SELECT FROM store_refund r WHERE r.tenant_id = o.tenant_id AND r.purchase_id = o.id)
  AND NOT EXISTS (SELECT FROM store_voucher v WHERE v.tenant_id = o.tenant_id AND v.purchase_id = o.id
    AND v.voided_at IS NULL AND (v.is_used OR v.cart_id IS NOT NULL OR v.event_order_id IS NOT NULL
      OR EXISTS (SELECT FROM store_voucher_use u
        WHERE u.tenant_id = v.tenant_id AND u.voucher_id = v.id AND u.returned < u.amount)))`

/** The credit of a refund belongs to the contact that is billed. */
const IS_PAYER_DELETED = Prisma.sql`EXISTS (SELECT FROM contact p WHERE p.tenant_id = i.tenant_id AND p.id = i.contact_id
  AND p.deleted_at IS NOT NULL)`

export const CAN_REFUND = Prisma.sql`${IS_LIVE} AND NOT ${IS_PAYER_DELETED} AND o.refunded + ${WRITTEN_OFF} < o.total AND NOT (${IS_UNCAPTURED})`

/** Whether pieces of an order can be sent now: those on back order, if some are in stock. */
export const CAN_SHIP = Prisma.sql`${IS_LIVE} AND EXISTS (SELECT FROM store_purchase_line x
  JOIN store_item m ON m.tenant_id = x.tenant_id AND m.id = x.item_id
  LEFT JOIN store_sub_item y ON y.tenant_id = x.tenant_id AND y.id = x.sub_item_id
  WHERE x.tenant_id = o.tenant_id AND x.purchase_id = o.id AND x.is_shipped
    AND x.shipped < x.quantity - x.refunded - CASE WHEN x.backordered > 0
      AND CASE WHEN x.tracking_id = 3 THEN y.on_hand ELSE m.on_hand END = 0 THEN x.backordered ELSE 0 END)`

/** Selects the number of an invoice as it is printed. */
export const invoiceNumberSql = (tenantId: number, invoiceId: number | null): Sql =>
  Prisma.sql`SELECT ${printedNumberSql('invoice', Prisma.sql`i.number`)} AS number FROM invoice i
    WHERE i.tenant_id = ${tenantId}::int AND i.id = ${invoiceId}::int`
