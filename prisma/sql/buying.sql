-- Constraints and indexes

ALTER TABLE shipping_method ADD CONSTRAINT shipping_method_price CHECK (price >= 0 AND free_from >= 0);
ALTER TABLE shipping_method ADD CONSTRAINT shipping_method_type CHECK (type IN ('Flat', 'Weight', 'OrderValue', 'PickUp'));
ALTER TABLE store_cart ADD CONSTRAINT store_cart_state CHECK (state IN ('open', 'expired', 'ordered') AND (state = 'open') =
  (held_until IS NOT NULL));
ALTER TABLE store_cart_line ADD CONSTRAINT store_cart_line_benefit CHECK (CASE WHEN benefit_item_id IS NULL THEN
  benefit_quantity = 0 ELSE benefit_quantity BETWEEN 1 AND quantity END);
ALTER TABLE store_cart_line ADD CONSTRAINT store_cart_line_pieces CHECK (quantity > 0 AND held BETWEEN 0 AND quantity AND
  tracking_id IN (1, 2, 3));
ALTER TABLE store_lot_use ADD CONSTRAINT store_lot_use_quantity CHECK (quantity >= 0);
ALTER TABLE store_purchase ADD CONSTRAINT store_purchase_method CHECK (payment_method IN ('Card', 'BankDebit', 'Invoice',
  'None'));
ALTER TABLE store_purchase ADD CONSTRAINT store_purchase_refunded CHECK (refunded BETWEEN 0 AND total AND shipping_refunded
  BETWEEN 0 AND shipping_amount);
ALTER TABLE store_purchase ADD CONSTRAINT store_purchase_total CHECK (total = item_total - discount_total + shipping_amount
  + tax_total);
ALTER TABLE store_purchase_line ADD CONSTRAINT store_purchase_line_benefit CHECK (CASE WHEN benefit_item_id IS NULL THEN
  benefit_quantity = 0 ELSE benefit_quantity BETWEEN 1 AND quantity END);
ALTER TABLE store_purchase_line ADD CONSTRAINT store_purchase_line_pieces CHECK (quantity > 0 AND tracking_id IN (1, 2, 3)
  AND backordered >= 0 AND shipped >= 0 AND refunded >= 0 AND refunded <= quantity AND backordered + shipped <= quantity);
ALTER TABLE store_refund ADD CONSTRAINT store_refund_amounts CHECK (total > 0 AND charge_amount BETWEEN 0 AND total);
ALTER TABLE store_voucher ADD CONSTRAINT store_voucher_one_cart CHECK (cart_id IS NULL OR event_order_id IS NULL);
ALTER TABLE store_voucher ADD CONSTRAINT store_voucher_released CHECK (released >= 0);
ALTER TABLE store_voucher ADD CONSTRAINT store_voucher_value CHECK (type_id IN (1, 2, 3) AND value >= 0
  AND remaining BETWEEN 0 AND value AND (type_id = 3) = (item_id IS NOT NULL));
ALTER TABLE store_voucher_use ADD CONSTRAINT store_voucher_use_amount CHECK (amount > 0 AND returned BETWEEN 0 AND amount);
ALTER TABLE store_voucher_use ADD CONSTRAINT store_voucher_use_order CHECK (num_nonnulls(purchase_id, event_order_id) = 1);

CREATE INDEX store_cart_held ON store_cart (tenant_id, held_until) WHERE state = 'open';
CREATE INDEX store_voucher_owed ON store_voucher (tenant_id, expires_on) WHERE liability > 0;

-- Access

SELECT secure_tenant_table('shipping_method');
SELECT chapter_wall_list('shipping_method');

SELECT secure_tenant_table('store_cart');
SELECT chapter_wall_by_contact('store_cart', 'contact_id');

SELECT secure_tenant_table('store_cart_line');
SELECT chapter_wall_by_parent('store_cart_line', 'cart_id,store_cart,contact_id');

SELECT secure_tenant_table('store_purchase');
SELECT chapter_wall_by_contact('store_purchase', 'contact_id');

SELECT secure_tenant_table('store_purchase_line');
SELECT chapter_wall_by_parent('store_purchase_line', 'purchase_id,store_purchase,contact_id');

SELECT secure_tenant_table('store_lot_use');
SELECT chapter_wall_closed('store_lot_use');

SELECT secure_tenant_table('store_refund');
SELECT chapter_wall_by_parent('store_refund', 'purchase_id,store_purchase,contact_id');

SELECT secure_tenant_table('store_voucher');
SELECT chapter_wall_by_parent('store_voucher', 'purchase_id,store_purchase,contact_id');

SELECT secure_tenant_table('store_voucher_use');
SELECT chapter_wall_by_parent('store_voucher_use', 'purchase_id,store_purchase,contact_id');

SELECT secure_tenant_table('store_download');
SELECT chapter_wall_by_parent('store_download', 'purchase_id,store_purchase,contact_id');
