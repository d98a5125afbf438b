import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Selects the lots of an item in their documented shape as JSON, newest first. Pieces that carts reserve and back orders wait for
 * count from the oldest lot, as sales do.
 *
 * @param of the item, or one lot of it.
 */
export const lotsSql = (tenantId: number, { itemId, lotId }: { itemId?: number; lotId?: number }): Sql =>
  Prisma.sql`SELECT coalesce(json_agg(row_to_json(x) ORDER BY x."PurchaseDate" DESC, x."StoreItemInventoryId" DESC), '[]')::text
      AS text, max(x."AuditId")::integer AS "auditId"
    FROM (
      SELECT l.id AS "StoreItemInventoryId", l.audit_id AS "AuditId", l.item_id AS "StoreItemId",
        i.has_sub_items AS "HasSubItems", l.sub_item_id::text AS "StoreSubItemId", l.purchased_on AS "PurchaseDate",
        l.unit_cost AS "PurchasePrice", l.quantity AS "Quantity",
        greatest(0, least(l.remaining, sum(l.remaining) OVER oldest
          - CASE WHEN l.sub_item_id IS NULL THEN i.held + i.backordered ELSE s.held + s.backordered END))::integer
          AS "QuantityAvailable"
      FROM store_item_lot l JOIN store_item i ON i.tenant_id = l.tenant_id AND i.id = l.item_id
        LEFT JOIN store_sub_item s ON s.tenant_id = l.tenant_id AND s.id = l.sub_item_id
      WHERE l.tenant_id = ${tenantId}::integer AND l.item_id = ${
        itemId === undefined
          ? Prisma.sql`(SELECT o.item_id FROM store_item_lot o WHERE o.tenant_id = ${tenantId}::integer AND o.id = ${lotId}::integer)`
          : Prisma.sql`${itemId}::integer`
      }
      WINDOW oldest AS (PARTITION BY l.sub_item_id ORDER BY l.purchased_on, l.id)
    ) x ${lotId === undefined ? Prisma.empty : Prisma.sql`WHERE x."StoreItemInventoryId" = ${lotId}::integer`}`

/** Adds pieces to the counter of an item, or takes some that no cart holds. Returns a row if it was possible. */
export const addToItemSql = (tenantId: number, itemId: number, pieces: number): Sql =>
  Prisma.sql`UPDATE store_item SET on_hand = on_hand + ${pieces}::integer
    WHERE tenant_id = ${tenantId}::integer AND id = ${itemId}::integer
      AND (${pieces}::integer >= 0 OR on_hand + ${pieces}::integer >= held) RETURNING id`

/** Does the same as addToItemSql for a sub-item. */
export const addToSubItemSql = (tenantId: number, subItemId: number, pieces: number): Sql =>
  Prisma.sql`UPDATE store_sub_item SET on_hand = on_hand + ${pieces}::integer
    WHERE tenant_id = ${tenantId}::integer AND id = ${subItemId}::integer
      AND (${pieces}::integer >= 0 OR on_hand + ${pieces}::integer >= held) RETURNING id`
