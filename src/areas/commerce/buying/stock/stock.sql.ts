import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Counters } from './stock.model.ts'

/** Whose counters pieces are of: 2 of the item, 3 of the sub-item. */
export interface StockKey {
  trackingId: number
  itemId: number
  subItemId: number | null
}

/** The counters of a row, and whether lots count its pieces. */
export interface StockRow extends Counters {
  isCountedManually: boolean
}

interface KeyOfTenant extends StockKey {
  tenantId: number
}

/** The row with the counters; `i` is always the item. */
const rowOf = ({ trackingId }: StockKey) =>
  trackingId === 3
    ? {
        table: Prisma.sql`store_sub_item`,
        join: Prisma.sql`JOIN store_item i ON i.tenant_id = x.tenant_id AND i.id = x.item_id`,
        from: Prisma.sql`FROM store_item i`,
        is: ({ tenantId, itemId, subItemId }: KeyOfTenant) => Prisma.sql`x.tenant_id = ${tenantId}::int
          AND x.item_id = ${itemId}::int AND x.id = ${subItemId}::int`,
      }
    : {
        table: Prisma.sql`store_item`,
        join: Prisma.sql`JOIN store_item i ON i.tenant_id = x.tenant_id AND i.id = x.id`,
        from: Prisma.sql`FROM store_item i`,
        is: ({ tenantId, itemId }: KeyOfTenant) => Prisma.sql`x.tenant_id = ${tenantId}::int AND x.id = ${itemId}::int`,
      }

/** Reserves pieces if there are enough: one conditional update. Returns a row if it did. */
export const reserveSql = (key: KeyOfTenant, quantity: number): Sql => {
  const { table, from, is } = rowOf(key)
  const itemId = key.trackingId === 3 ? Prisma.sql`x.item_id` : Prisma.sql`x.id`
  return Prisma.sql`UPDATE ${table} x SET held = x.held + ${quantity}::int ${from}
    WHERE ${is(key)} AND i.tenant_id = x.tenant_id AND i.id = ${itemId} AND i.tracking_id = ${key.trackingId}::int
      AND (i.allows_backorder OR x.on_hand - x.held - x.backordered >= ${quantity}::int)
    RETURNING x.id`
}

/** Adds to the counters. Returns a row unless one of them would be below 0. */
export const changeSql = (
  key: KeyOfTenant,
  { onHand = 0, held = 0, backordered = 0 }: { onHand?: number; held?: number; backordered?: number },
): Sql => {
  const { table, is } = rowOf(key)
  return Prisma.sql`UPDATE ${table} x SET on_hand = x.on_hand + ${onHand}::int, held = x.held + ${held}::int,
      backordered = x.backordered + ${backordered}::int
    WHERE ${is(key)} AND x.on_hand + ${onHand}::int >= 0 AND x.held + ${held}::int >= 0
      AND x.backordered + ${backordered}::int >= 0
    RETURNING x.id`
}

/** Locks the counters and returns them. */
export const lockStockSql = (key: KeyOfTenant): Sql => {
  const { table, join, is } = rowOf(key)
  return Prisma.sql`SELECT x.on_hand AS "onHand", x.held, x.backordered, i.allows_backorder AS "allowsBackorder",
      i.is_counted_manually AS "isCountedManually"
    FROM ${table} x ${join} WHERE ${is(key)} FOR NO KEY UPDATE OF x`
}

/** Marks items and sub-items as sold: a deletion only deactivates them. */
export const markSoldSql = (tenantId: number, itemIds: readonly number[], subItemIds: readonly number[]): Sql =>
  Prisma.sql`WITH sub_items AS (UPDATE store_sub_item SET is_sold = true
      WHERE tenant_id = ${tenantId}::int AND id = ANY (${[...subItemIds]}::int[]) AND NOT is_sold)
    UPDATE store_item SET is_sold = true
    WHERE tenant_id = ${tenantId}::int AND id = ANY (${[...itemIds]}::int[]) AND NOT is_sold`

/** Takes pieces from the oldest lots, and stores for the line what was taken. The caller has locked the counters. */
export const takeFromLotsSql = ({ tenantId, itemId, subItemId }: KeyOfTenant, lineId: number, quantity: number): Sql =>
  Prisma.sql`WITH left_over AS (
      SELECT id, unit_cost, remaining, sum(remaining) OVER (ORDER BY purchased_on, id) - remaining AS older
      FROM store_item_lot WHERE tenant_id = ${tenantId}::int AND item_id = ${itemId}::int
        AND sub_item_id IS NOT DISTINCT FROM ${subItemId}::int AND remaining > 0),
    parts AS (SELECT id, unit_cost, LEAST(remaining, ${quantity}::int - older)::int AS quantity FROM left_over
      WHERE older < ${quantity}::int),
    taken AS (UPDATE store_item_lot l SET remaining = l.remaining - p.quantity FROM parts p
      WHERE l.tenant_id = ${tenantId}::int AND l.id = p.id)
    INSERT INTO store_lot_use AS u (tenant_id, line_id, lot_id, quantity, unit_cost)
    SELECT ${tenantId}::int, ${lineId}::int, id, quantity, unit_cost FROM parts
    ON CONFLICT (tenant_id, line_id, lot_id) DO UPDATE SET quantity = u.quantity + excluded.quantity`

/** Returns pieces of a line to the lots that they were taken from, the newest first. The caller has locked the counters. */
export const returnToLotsSql = (tenantId: number, lineId: number, quantity: number): Sql =>
  Prisma.sql`WITH used AS (
      SELECT u.id, u.lot_id, u.quantity,
        sum(u.quantity) OVER (ORDER BY l.purchased_on DESC, l.id DESC) - u.quantity AS newer
      FROM store_lot_use u JOIN store_item_lot l ON l.tenant_id = u.tenant_id AND l.id = u.lot_id
      WHERE u.tenant_id = ${tenantId}::int AND u.line_id = ${lineId}::int AND u.quantity > 0),
    parts AS (SELECT id, lot_id, LEAST(quantity, ${quantity}::int - newer)::int AS quantity FROM used
      WHERE newer < ${quantity}::int),
    given AS (UPDATE store_item_lot l SET remaining = l.remaining + p.quantity FROM parts p
      WHERE l.tenant_id = ${tenantId}::int AND l.id = p.lot_id)
    UPDATE store_lot_use u SET quantity = u.quantity - p.quantity FROM parts p
    WHERE u.tenant_id = ${tenantId}::int AND u.id = p.id`
