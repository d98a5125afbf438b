-- The ids of carts, charges and orders become bigint, with the columns that reference them: visitors and programs make such rows at a
-- rate that can exhaust integers. So do the ids of the rows that each save of a cart writes again. The events reference
-- records of every kind.

-- PostgreSQL does not change the type of a column that a policy uses.
DROP POLICY chapter_read ON custom_field_response;
DROP POLICY chapter_add ON custom_field_response;
DROP POLICY chapter_change ON custom_field_response;
DROP POLICY chapter_remove ON custom_field_response;
DROP POLICY whole_tenant ON custom_field_response;
DROP POLICY chapter_read ON event_exhibitor;
DROP POLICY chapter_add ON event_exhibitor;
DROP POLICY chapter_change ON event_exhibitor;
DROP POLICY chapter_remove ON event_exhibitor;
DROP POLICY whole_tenant ON event_exhibitor;
DROP POLICY chapter_read ON event_order_item;
DROP POLICY chapter_add ON event_order_item;
DROP POLICY chapter_change ON event_order_item;
DROP POLICY chapter_remove ON event_order_item;
DROP POLICY whole_tenant ON event_order_item;
DROP POLICY chapter_read ON event_order_line;
DROP POLICY chapter_add ON event_order_line;
DROP POLICY chapter_change ON event_order_line;
DROP POLICY chapter_remove ON event_order_line;
DROP POLICY whole_tenant ON event_order_line;
DROP POLICY chapter_read ON event_refund;
DROP POLICY chapter_add ON event_refund;
DROP POLICY chapter_change ON event_refund;
DROP POLICY chapter_remove ON event_refund;
DROP POLICY whole_tenant ON event_refund;
DROP POLICY chapter_read ON payment_attempt;
DROP POLICY chapter_add ON payment_attempt;
DROP POLICY chapter_change ON payment_attempt;
DROP POLICY chapter_remove ON payment_attempt;
DROP POLICY whole_tenant ON payment_attempt;
DROP POLICY chapter_read ON store_cart_line;
DROP POLICY chapter_add ON store_cart_line;
DROP POLICY chapter_change ON store_cart_line;
DROP POLICY chapter_remove ON store_cart_line;
DROP POLICY whole_tenant ON store_cart_line;
DROP POLICY chapter_read ON store_download;
DROP POLICY chapter_add ON store_download;
DROP POLICY chapter_change ON store_download;
DROP POLICY chapter_remove ON store_download;
DROP POLICY whole_tenant ON store_download;
DROP POLICY chapter_read ON store_purchase_line;
DROP POLICY chapter_add ON store_purchase_line;
DROP POLICY chapter_change ON store_purchase_line;
DROP POLICY chapter_remove ON store_purchase_line;
DROP POLICY whole_tenant ON store_purchase_line;
DROP POLICY chapter_read ON store_refund;
DROP POLICY chapter_add ON store_refund;
DROP POLICY chapter_change ON store_refund;
DROP POLICY chapter_remove ON store_refund;
DROP POLICY whole_tenant ON store_refund;
DROP POLICY chapter_read ON store_voucher;
DROP POLICY chapter_add ON store_voucher;
DROP POLICY chapter_change ON store_voucher;
DROP POLICY chapter_remove ON store_voucher;
DROP POLICY whole_tenant ON store_voucher;
DROP POLICY chapter_read ON store_voucher_use;
DROP POLICY chapter_add ON store_voucher_use;
DROP POLICY chapter_change ON store_voucher_use;
DROP POLICY chapter_remove ON store_voucher_use;
DROP POLICY whole_tenant ON store_voucher_use;

-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE store_cart ALTER COLUMN id TYPE bigint;
ALTER TABLE store_cart_line
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN cart_id TYPE bigint;
ALTER TABLE store_purchase
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN cart_id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN charge_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE store_purchase_line ALTER COLUMN purchase_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE store_refund ALTER COLUMN purchase_id TYPE bigint;
ALTER TABLE store_voucher
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN purchase_id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN cart_id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN event_order_id TYPE bigint;
ALTER TABLE store_voucher_use
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN purchase_id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN event_order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE store_download ALTER COLUMN purchase_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE processor_charge ALTER COLUMN id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE processor_refund ALTER COLUMN charge_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE processor_dispute ALTER COLUMN charge_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE gateway_transaction ALTER COLUMN charge_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE payment ALTER COLUMN charge_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE part_collection ALTER COLUMN charge_id TYPE bigint;
ALTER TABLE payment_attempt
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN cart_id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN event_order_id TYPE bigint;
ALTER TABLE event_order
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN charge_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE event_order_line ALTER COLUMN order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE event_order_item ALTER COLUMN order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE event_refund ALTER COLUMN order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE event_registration ALTER COLUMN order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE event_registration_link ALTER COLUMN order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE event_sponsor ALTER COLUMN order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE event_exhibitor ALTER COLUMN order_id TYPE bigint;
ALTER TABLE custom_field_response
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN id TYPE bigint,
  -- contract: earlier builds read it as text, and are replaced before the store and events are used again
  ALTER COLUMN order_id TYPE bigint;
-- contract: earlier builds read it as text, and are replaced before the store and events are used again
ALTER TABLE outbox_event ALTER COLUMN entity_id TYPE bigint;

ALTER SEQUENCE store_cart_id_seq AS bigint;
ALTER SEQUENCE store_cart_line_id_seq AS bigint;
ALTER SEQUENCE store_purchase_id_seq AS bigint;
ALTER SEQUENCE processor_charge_id_seq AS bigint;
ALTER SEQUENCE event_order_id_seq AS bigint;
ALTER SEQUENCE custom_field_response_id_seq AS bigint;

SELECT chapter_wall_by_parent('custom_field_response', 'order_id,event_order,contact_id');
SELECT chapter_wall_by_parent('event_exhibitor', 'order_id,event_order,contact_id');
SELECT chapter_wall_by_parent('event_order_item', 'order_id,event_order,contact_id');
SELECT chapter_wall_by_parent('event_order_line', 'order_id,event_order,contact_id');
SELECT chapter_wall_by_parent('event_refund', 'order_id,event_order,contact_id');
SELECT chapter_wall_by_parent('payment_attempt', 'cart_id,store_cart,contact_id');
SELECT chapter_wall_by_parent('store_cart_line', 'cart_id,store_cart,contact_id');
SELECT chapter_wall_by_parent('store_download', 'purchase_id,store_purchase,contact_id');
SELECT chapter_wall_by_parent('store_purchase_line', 'purchase_id,store_purchase,contact_id');
SELECT chapter_wall_by_parent('store_refund', 'purchase_id,store_purchase,contact_id');
SELECT chapter_wall_by_parent('store_voucher', 'purchase_id,store_purchase,contact_id');
SELECT chapter_wall_by_parent('store_voucher_use', 'purchase_id,store_purchase,contact_id');
