import type { Database } from '#kernel/database/database'

/** Items of the store of every tenant. */
export const ITEMS = 100_000

/** Pieces of each item that is picked up: more than a run sells. */
export const MUCH_STOCK = 1_000_000

/**
 * Adds store items to a tenant: physical ones with stock, vouchers and notices, each tenth one inactive. Some of the first
 * are picked up, cost the same, and have enough stock for every order of a run.
 */
export const addItems = async ({ system }: Database, tenantId: number): Promise<void> => {
  await system.$executeRawUnsafe(`
    INSERT INTO store_item (tenant_id, kind_id, name, name_key, short_description, price, min_price, max_price, is_active,
      tracking_id, on_hand, voucher_type_id, voucher_value, position, is_add_on, add_on_position, is_shipped,
      is_counted_manually)
    SELECT ${tenantId}, k.kind, 'Item ' || n, 'item ' || n, 'The item with the number ' || n, k.price, k.price, k.price,
      n % 10 > 0, CASE k.kind WHEN 0 THEN 2 ELSE 1 END, CASE k.kind WHEN 0 THEN k.stock ELSE 0 END,
      CASE k.kind WHEN 2 THEN 1 END, CASE k.kind WHEN 2 THEN 10 END, n, n % 100 = 0, CASE WHEN n % 100 = 0 THEN n / 100 END,
      k.stock < ${MUCH_STOCK}, k.stock = ${MUCH_STOCK}
    FROM generate_series(1, ${ITEMS}) AS g (n) CROSS JOIN LATERAL (
      SELECT CASE WHEN n % 20 = 0 THEN 2 WHEN n % 50 = 1 THEN 3 ELSE 0 END AS kind,
        CASE WHEN n < 1000 AND n % 10 = 3 THEN 20 ELSE 5 + n % 90 END AS price,
        CASE WHEN n < 1000 AND n % 10 = 3 THEN ${MUCH_STOCK} ELSE n % 200 END AS stock) k`)
}
