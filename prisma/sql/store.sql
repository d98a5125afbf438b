-- Constraints and indexes

ALTER TABLE store_item ADD CONSTRAINT store_item_add_on CHECK (is_add_on = (add_on_position IS NOT NULL));
ALTER TABLE store_item ADD CONSTRAINT store_item_counters CHECK (on_hand >= 0 AND held >= 0 AND backordered >= 0);
ALTER TABLE store_item ADD CONSTRAINT store_item_days CHECK (ends_on >= available_on);
ALTER TABLE store_item ADD CONSTRAINT store_item_download CHECK (kind_id <> 1 OR download_file_id IS NOT NULL);
ALTER TABLE store_item ADD CONSTRAINT store_item_kind CHECK (kind_id BETWEEN 0 AND 3);
ALTER TABLE store_item ADD CONSTRAINT store_item_prices CHECK (price >= 0 AND member_price BETWEEN 0 AND price);
ALTER TABLE store_item ADD CONSTRAINT store_item_sub_items CHECK (kind_id = 0 OR NOT has_sub_items);
ALTER TABLE store_item DROP CONSTRAINT store_item_tenant_id_category_id_fkey;
ALTER TABLE store_item ADD CONSTRAINT store_item_tenant_id_category_id_fkey FOREIGN KEY (tenant_id, category_id) REFERENCES
  category_item(tenant_id, id) ON DELETE SET NULL (category_id);
ALTER TABLE store_item ADD CONSTRAINT store_item_tracking CHECK (tracking_id BETWEEN 1 AND 3 AND (tracking_id <> 3 OR
  has_sub_items));
ALTER TABLE store_item ADD CONSTRAINT store_item_voucher CHECK (CASE WHEN kind_id <> 2 THEN voucher_type_id IS NULL
    WHEN voucher_type_id = 3 THEN voucher_item_id IS NOT NULL AND voucher_value IS NULL
    ELSE voucher_type_id IN (1, 2) AND voucher_item_id IS NULL AND voucher_value > 0
      AND (voucher_type_id = 1 OR voucher_value <= 100) END);
ALTER TABLE store_item_lot ADD CONSTRAINT store_item_lot_cost CHECK (unit_cost >= 0);
ALTER TABLE store_item_lot ADD CONSTRAINT store_item_lot_pieces CHECK (quantity > 0 AND remaining BETWEEN 0 AND quantity);
ALTER TABLE store_sub_item ADD CONSTRAINT store_sub_item_counters CHECK (on_hand >= 0 AND held >= 0 AND backordered >= 0);
ALTER TABLE store_sub_item ADD CONSTRAINT store_sub_item_prices CHECK (price >= 0 AND member_price BETWEEN 0 AND price);

CREATE INDEX store_item_add_on_order ON store_item (tenant_id, add_on_position, id) WHERE is_add_on;
CREATE INDEX store_item_name ON store_item (tenant_id, lower(name) COLLATE "C", id);
CREATE INDEX store_item_lot_left ON store_item_lot (tenant_id, item_id, sub_item_id, purchased_on, id) WHERE remaining > 0;

-- Functions and triggers

-- For each row, because a trigger for each statement has no condition: changes of stock must not call it.
CREATE OR REPLACE FUNCTION store_item_counted_again() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT NEW.tenant_id, bucket, pg_backend_pid() % 8, sum(d)
    FROM (
      SELECT format('storeitem:%s:%s', NEW.kind_id, NEW.is_active) AS bucket, 1 AS d
      UNION ALL SELECT format('storeitem:%s:%s', OLD.kind_id, OLD.is_active), -1
      UNION ALL SELECT format('storeaddon:%s:%s', NEW.kind_id, NEW.is_active), 1 WHERE NEW.is_add_on
      UNION ALL SELECT format('storeaddon:%s:%s', OLD.kind_id, OLD.is_active), -1 WHERE OLD.is_add_on
    ) changed
    GROUP BY bucket HAVING sum(d) <> 0 ORDER BY bucket
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
ALTER FUNCTION store_item_counted_again() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION store_item_counted_again() FROM PUBLIC;
CREATE TRIGGER store_item_count_change AFTER UPDATE ON store_item FOR EACH ROW
  WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.is_add_on IS DISTINCT FROM NEW.is_add_on)
  EXECUTE FUNCTION store_item_counted_again();

-- Counts items by kind and whether they are active: all of them, and the add-ons.
CREATE OR REPLACE FUNCTION store_items_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, bucket, pg_backend_pid() % 8, TG_ARGV[0]::integer * count(*)
    FROM (
      SELECT tenant_id, format('storeitem:%s:%s', kind_id, is_active) AS bucket FROM counted
      UNION ALL SELECT tenant_id, format('storeaddon:%s:%s', kind_id, is_active) FROM counted WHERE is_add_on
    ) b
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
ALTER FUNCTION store_items_counted() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION store_items_counted() FROM PUBLIC;
CREATE TRIGGER store_item_count_add AFTER INSERT ON store_item REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION store_items_counted('1');
CREATE TRIGGER store_item_count_remove AFTER DELETE ON store_item REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION store_items_counted('-1');

-- Access

SELECT secure_tenant_table('store_item');
SELECT chapter_wall_list('store_item');

SELECT secure_tenant_table('store_sub_item');
SELECT chapter_wall_list('store_sub_item');

SELECT secure_tenant_table('store_item_lot');
SELECT chapter_wall_closed('store_item_lot');

SELECT secure_tenant_table('store_item_image');
SELECT chapter_wall_list('store_item_image');

SELECT secure_tenant_table('store_item_membership_type');
SELECT chapter_wall_list('store_item_membership_type');

SELECT secure_tenant_table('store_item_supplier');
SELECT chapter_wall_by_contact('store_item_supplier', 'contact_id');
