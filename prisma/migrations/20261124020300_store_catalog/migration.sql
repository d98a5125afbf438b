-- The catalog of the store: items, sub-items, lots and pictures.

-- CreateTable
CREATE TABLE "store_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "kind_id" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "short_description" TEXT,
    "price" DECIMAL(14,2) NOT NULL,
    "member_price" DECIMAL(14,2),
    "min_price" DECIMAL(14,2) NOT NULL,
    "max_price" DECIMAL(14,2) NOT NULL,
    "fee_item_id" INTEGER,
    "class_id" INTEGER,
    "tax_set_id" INTEGER,
    "category_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "available_on" DATE,
    "ends_on" DATE,
    "is_for_members" BOOLEAN NOT NULL DEFAULT false,
    "min_quantity" INTEGER,
    "max_per_order" INTEGER,
    "tracking_id" SMALLINT NOT NULL DEFAULT 1,
    "is_counted_manually" BOOLEAN NOT NULL DEFAULT false,
    "shows_quantity" BOOLEAN NOT NULL DEFAULT false,
    "allows_backorder" BOOLEAN NOT NULL DEFAULT false,
    "on_hand" INTEGER NOT NULL DEFAULT 0,
    "held" INTEGER NOT NULL DEFAULT 0,
    "backordered" INTEGER NOT NULL DEFAULT 0,
    "has_sub_items" BOOLEAN NOT NULL DEFAULT false,
    "is_sold" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL,
    "is_add_on" BOOLEAN NOT NULL DEFAULT false,
    "add_on_position" INTEGER,
    "is_shipped" BOOLEAN NOT NULL DEFAULT true,
    "weight_grams" INTEGER,
    "download_file_id" INTEGER,
    "file_expires_on" DATE,
    "needs_membership" BOOLEAN NOT NULL DEFAULT false,
    "max_downloads" INTEGER,
    "download_days" INTEGER,
    "voucher_type_id" SMALLINT,
    "voucher_value" DECIMAL(14,2),
    "voucher_item_id" INTEGER,
    "voucher_months" SMALLINT,
    "info_message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "store_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_sub_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "item_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "sku" TEXT,
    "price" DECIMAL(14,2),
    "member_price" DECIMAL(14,2),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL,
    "on_hand" INTEGER NOT NULL DEFAULT 0,
    "held" INTEGER NOT NULL DEFAULT 0,
    "backordered" INTEGER NOT NULL DEFAULT 0,
    "is_sold" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "store_sub_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_item_lot" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "item_id" INTEGER NOT NULL,
    "sub_item_id" INTEGER,
    "purchased_on" DATE NOT NULL,
    "unit_cost" DECIMAL(14,2) NOT NULL,
    "quantity" INTEGER NOT NULL,
    "remaining" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "store_item_lot_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_item_image" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "item_id" INTEGER,
    "file_id" INTEGER NOT NULL,
    "picture_file_id" INTEGER NOT NULL,
    "thumbnail_file_id" INTEGER NOT NULL,
    "title" TEXT,
    "caption" TEXT,
    "short_description" TEXT,
    "crop_x" INTEGER NOT NULL DEFAULT 0,
    "crop_y" INTEGER NOT NULL DEFAULT 0,
    "crop_width" INTEGER NOT NULL DEFAULT 0,
    "crop_height" INTEGER NOT NULL DEFAULT 0,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "store_item_image_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_item_membership_type" (
    "tenant_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "membership_type_id" INTEGER NOT NULL,

    CONSTRAINT "store_item_membership_type_pkey" PRIMARY KEY ("tenant_id","item_id","membership_type_id")
);

-- CreateTable
CREATE TABLE "store_item_supplier" (
    "tenant_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,

    CONSTRAINT "store_item_supplier_pkey" PRIMARY KEY ("tenant_id","item_id")
);

-- CreateIndex
CREATE INDEX "store_item_tenant_id_position_id_idx" ON "store_item"("tenant_id", "position", "id");

-- CreateIndex
CREATE INDEX "store_item_tenant_id_kind_id_position_id_idx" ON "store_item"("tenant_id", "kind_id", "position", "id");

-- CreateIndex
CREATE INDEX "store_item_tenant_id_fee_item_id_idx" ON "store_item"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE INDEX "store_item_tenant_id_class_id_idx" ON "store_item"("tenant_id", "class_id");

-- CreateIndex
CREATE INDEX "store_item_tenant_id_tax_set_id_idx" ON "store_item"("tenant_id", "tax_set_id");

-- CreateIndex
CREATE INDEX "store_item_tenant_id_category_id_idx" ON "store_item"("tenant_id", "category_id");

-- CreateIndex
CREATE INDEX "store_item_tenant_id_download_file_id_idx" ON "store_item"("tenant_id", "download_file_id");

-- CreateIndex
CREATE INDEX "store_item_tenant_id_voucher_item_id_idx" ON "store_item"("tenant_id", "voucher_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_item_tenant_id_name_key_key" ON "store_item"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "store_sub_item_tenant_id_item_id_name_key_key" ON "store_sub_item"("tenant_id", "item_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "store_sub_item_tenant_id_item_id_id_key" ON "store_sub_item"("tenant_id", "item_id", "id");

-- CreateIndex
CREATE INDEX "store_item_lot_tenant_id_item_id_purchased_on_id_idx" ON "store_item_lot"("tenant_id", "item_id", "purchased_on", "id");

-- CreateIndex
CREATE INDEX "store_item_lot_tenant_id_item_id_sub_item_id_idx" ON "store_item_lot"("tenant_id", "item_id", "sub_item_id");

-- CreateIndex
CREATE INDEX "store_item_image_tenant_id_item_id_position_idx" ON "store_item_image"("tenant_id", "item_id", "position");

-- CreateIndex
CREATE INDEX "store_item_image_tenant_id_file_id_idx" ON "store_item_image"("tenant_id", "file_id");

-- CreateIndex
CREATE INDEX "store_item_image_tenant_id_picture_file_id_idx" ON "store_item_image"("tenant_id", "picture_file_id");

-- CreateIndex
CREATE INDEX "store_item_image_tenant_id_thumbnail_file_id_idx" ON "store_item_image"("tenant_id", "thumbnail_file_id");

-- CreateIndex
CREATE INDEX "store_item_membership_type_tenant_id_membership_type_id_idx" ON "store_item_membership_type"("tenant_id", "membership_type_id");

-- CreateIndex
CREATE INDEX "store_item_supplier_tenant_id_contact_id_idx" ON "store_item_supplier"("tenant_id", "contact_id");

-- AddForeignKey
ALTER TABLE "store_item" ADD CONSTRAINT "store_item_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item" ADD CONSTRAINT "store_item_tenant_id_class_id_fkey" FOREIGN KEY ("tenant_id", "class_id") REFERENCES "transaction_class"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item" ADD CONSTRAINT "store_item_tenant_id_tax_set_id_fkey" FOREIGN KEY ("tenant_id", "tax_set_id") REFERENCES "tax_set"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item" ADD CONSTRAINT "store_item_tenant_id_category_id_fkey" FOREIGN KEY ("tenant_id", "category_id") REFERENCES "category_item"("tenant_id", "id") ON DELETE SET NULL ("category_id") ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item" ADD CONSTRAINT "store_item_tenant_id_download_file_id_fkey" FOREIGN KEY ("tenant_id", "download_file_id") REFERENCES "stored_file"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item" ADD CONSTRAINT "store_item_tenant_id_voucher_item_id_fkey" FOREIGN KEY ("tenant_id", "voucher_item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_sub_item" ADD CONSTRAINT "store_sub_item_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_lot" ADD CONSTRAINT "store_item_lot_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_lot" ADD CONSTRAINT "store_item_lot_tenant_id_item_id_sub_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id", "sub_item_id") REFERENCES "store_sub_item"("tenant_id", "item_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_image" ADD CONSTRAINT "store_item_image_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_image" ADD CONSTRAINT "store_item_image_tenant_id_file_id_fkey" FOREIGN KEY ("tenant_id", "file_id") REFERENCES "stored_file"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_image" ADD CONSTRAINT "store_item_image_tenant_id_picture_file_id_fkey" FOREIGN KEY ("tenant_id", "picture_file_id") REFERENCES "stored_file"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_image" ADD CONSTRAINT "store_item_image_tenant_id_thumbnail_file_id_fkey" FOREIGN KEY ("tenant_id", "thumbnail_file_id") REFERENCES "stored_file"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_membership_type" ADD CONSTRAINT "store_item_membership_type_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_membership_type" ADD CONSTRAINT "store_item_membership_type_tenant_id_membership_type_id_fkey" FOREIGN KEY ("tenant_id", "membership_type_id") REFERENCES "membership_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_supplier" ADD CONSTRAINT "store_item_supplier_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_item_supplier" ADD CONSTRAINT "store_item_supplier_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['store_item', 'store_sub_item', 'store_item_lot', 'store_item_image',
    'store_item_membership_type', 'store_item_supplier']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['store_item', 'store_sub_item', 'store_item_image', 'store_item_membership_type'] LOOP
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
END $$;
SELECT chapter_wall_by_contact('store_item_supplier', 'contact_id');
-- What the stock has cost is no matter of chapters.
SELECT chapter_wall_closed('store_item_lot');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE store_item
  ADD CONSTRAINT store_item_kind CHECK (kind_id BETWEEN 0 AND 3),
  ADD CONSTRAINT store_item_prices CHECK (price >= 0 AND member_price BETWEEN 0 AND price),
  ADD CONSTRAINT store_item_tracking CHECK (tracking_id BETWEEN 1 AND 3 AND (tracking_id <> 3 OR has_sub_items)),
  ADD CONSTRAINT store_item_sub_items CHECK (kind_id = 0 OR NOT has_sub_items),
  ADD CONSTRAINT store_item_counters CHECK (on_hand >= 0 AND held >= 0 AND backordered >= 0),
  ADD CONSTRAINT store_item_days CHECK (ends_on >= available_on),
  ADD CONSTRAINT store_item_add_on CHECK (is_add_on = (add_on_position IS NOT NULL)),
  ADD CONSTRAINT store_item_download CHECK (kind_id <> 1 OR download_file_id IS NOT NULL),
  ADD CONSTRAINT store_item_voucher CHECK (CASE WHEN kind_id <> 2 THEN voucher_type_id IS NULL
    WHEN voucher_type_id = 3 THEN voucher_item_id IS NOT NULL AND voucher_value IS NULL
    ELSE voucher_type_id IN (1, 2) AND voucher_item_id IS NULL AND voucher_value > 0
      AND (voucher_type_id = 1 OR voucher_value <= 100) END);
ALTER TABLE store_sub_item
  ADD CONSTRAINT store_sub_item_prices CHECK (price >= 0 AND member_price BETWEEN 0 AND price),
  ADD CONSTRAINT store_sub_item_counters CHECK (on_hand >= 0 AND held >= 0 AND backordered >= 0);
ALTER TABLE store_item_lot
  ADD CONSTRAINT store_item_lot_pieces CHECK (quantity > 0 AND remaining BETWEEN 0 AND quantity),
  ADD CONSTRAINT store_item_lot_cost CHECK (unit_cost >= 0);

-- by hand: store_item_name
CREATE INDEX store_item_name ON store_item (tenant_id, lower(name) COLLATE "C", id);
-- by hand: store_item_add_on_order
CREATE INDEX store_item_add_on_order ON store_item (tenant_id, add_on_position, id) WHERE is_add_on;
-- by hand: store_item_lot_left
CREATE INDEX store_item_lot_left ON store_item_lot (tenant_id, item_id, sub_item_id, purchased_on, id) WHERE remaining > 0;

GRANT CREATE ON SCHEMA public TO guildhall_system;

-- Counts items by kind and whether they are active: all of them, and the add-ons.
CREATE FUNCTION store_items_counted() RETURNS trigger
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

-- For each row, because a trigger for each statement has no condition: changes of stock must not call it.
CREATE FUNCTION store_item_counted_again() RETURNS trigger
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

DO $$
DECLARE
  made text;
BEGIN
  FOREACH made IN ARRAY ARRAY['store_items_counted', 'store_item_counted_again'] LOOP
    EXECUTE format('ALTER FUNCTION %I() OWNER TO guildhall_system', made);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I() FROM PUBLIC', made);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER store_item_count_add AFTER INSERT ON store_item REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION store_items_counted('1');
CREATE TRIGGER store_item_count_remove AFTER DELETE ON store_item REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION store_items_counted('-1');
CREATE TRIGGER store_item_count_change AFTER UPDATE ON store_item FOR EACH ROW
  WHEN (OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.is_add_on IS DISTINCT FROM NEW.is_add_on)
  EXECUTE FUNCTION store_item_counted_again();
