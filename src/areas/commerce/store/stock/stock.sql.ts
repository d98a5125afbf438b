import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Sets the stock of an item and its sub-items to what remains of its lots, in the rows that are tracked, and to 0 in the
 * others. With `isManual`, the rows that are tracked keep their count.
 */
export const recountItemSql = (tenantId: number, itemId: number, isManual: boolean): Sql =>
  Prisma.sql`UPDATE store_item i SET on_hand = CASE WHEN i.tracking_id <> 2 THEN 0 WHEN ${isManual}::boolean THEN i.on_hand
      ELSE (SELECT coalesce(sum(l.remaining), 0) FROM store_item_lot l
        WHERE l.tenant_id = i.tenant_id AND l.item_id = i.id AND l.sub_item_id IS NULL) END
    WHERE i.tenant_id = ${tenantId}::integer AND i.id = ${itemId}::integer`

export const recountSubItemsSql = (tenantId: number, itemId: number, isManual: boolean): Sql =>
  Prisma.sql`UPDATE store_sub_item s SET on_hand = CASE WHEN i.tracking_id <> 3 THEN 0 WHEN ${isManual}::boolean THEN s.on_hand
      ELSE (SELECT coalesce(sum(l.remaining), 0) FROM store_item_lot l
        WHERE l.tenant_id = s.tenant_id AND l.item_id = s.item_id AND l.sub_item_id = s.id) END
    FROM store_item i
    WHERE s.tenant_id = ${tenantId}::integer AND s.item_id = ${itemId}::integer AND i.tenant_id = s.tenant_id
      AND i.id = s.item_id`

/**
 * Sets the pieces that can still be sold to the counts of staff. Pieces of carts and back orders are added, so that a
 * count that was just read changes nothing.
 */
export const countItemSql = (tenantId: number, itemId: number, count: number): Sql =>
  Prisma.sql`UPDATE store_item SET on_hand = greatest(0, ${count}::integer + held + backordered)
    WHERE tenant_id = ${tenantId}::integer AND id = ${itemId}::integer`

export const countSubItemsSql = (tenantId: number, itemId: number, counts: ReadonlyMap<number, number>): Sql =>
  Prisma.sql`UPDATE store_sub_item s SET on_hand = greatest(0, c.count + s.held + s.backordered)
    FROM unnest(${[...counts.keys()]}::integer[], ${[...counts.values()]}::integer[]) AS c(id, count)
    WHERE s.tenant_id = ${tenantId}::integer AND s.item_id = ${itemId}::integer AND s.id = c.id`
