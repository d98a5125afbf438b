import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The pieces of a benefit that carts reserve. */
export interface ReservedBenefit {
  ownerId: number
  itemId: number
  /** Those of other carts, and those of carts that were created earlier. */
  others: number
  earlier: number
  /** Those of the cart itself. */
  own: number
}

/** Counts the pieces of benefits that the carts of all events reserve, until their time has run out: ReservedBenefit. */
export const reservedBenefitsSql = (
  tenantId: number,
  {
    ownerIds,
    itemIds,
    orderId,
    now,
  }: { ownerIds: readonly number[]; itemIds: readonly number[]; orderId: number; now: Date },
): Sql => Prisma.sql`
  SELECT r.benefit_owner_id AS "ownerId", t.benefit_item_id AS "itemId",
    (count(*) FILTER (WHERE o.id <> ${orderId}::bigint))::int AS others,
    (count(*) FILTER (WHERE o.id < ${orderId}::bigint))::int AS earlier,
    (count(*) FILTER (WHERE o.id = ${orderId}::bigint))::int AS own
  FROM event_registration r
  JOIN event_order o ON o.tenant_id = r.tenant_id AND o.event_id = r.event_id AND o.id = r.order_id
  JOIN event_registration_type t ON t.tenant_id = r.tenant_id AND t.event_id = r.event_id AND t.id = r.type_id
  WHERE r.tenant_id = ${tenantId}::int AND r.benefit_owner_id = ANY (${[...ownerIds]}::int[])
    AND t.benefit_item_id = ANY (${[...itemIds]}::int[]) AND o.state = 'cart' AND o.held_until > ${now}::timestamptz
  GROUP BY 1, 2`
