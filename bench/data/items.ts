import type { Database } from '#kernel/database/database'

/** Items of the store of every tenant. */
export const ITEMS = 100_000

/** Adds store items to a tenant: physical ones with stock, vouchers and notices, each tenth one inactive. */
export const addItems = async ({ system }: Database, tenantId: number): Promise<void> => {
  await system.$executeRawUnsafe(`
    INSERT INTO store_item (tenant_id, kind_id, name, name_key, short_description, price, min_price, max_price, is_active,
      tracking_id, on_hand, voucher_type_id, voucher_value, position, is_add_on, add_on_position)
    SELECT ${tenantId}, k.kind, 'Item ' || n, 'item ' || n, 'The item with the number ' || n, 5 + n % 90, 5 + n % 90,
      5 + n % 90, n % 10 > 0, CASE k.kind WHEN 0 THEN 2 ELSE 1 END, CASE k.kind WHEN 0 THEN n % 200 ELSE 0 END,
      CASE k.kind WHEN 2 THEN 1 END, CASE k.kind WHEN 2 THEN 10 END, n, n % 100 = 0, CASE WHEN n % 100 = 0 THEN n / 100 END
    FROM generate_series(1, ${ITEMS}) AS g (n) CROSS JOIN LATERAL (
      SELECT CASE WHEN n % 20 = 0 THEN 2 WHEN n % 50 = 1 THEN 3 ELSE 0 END AS kind) k`)
}
