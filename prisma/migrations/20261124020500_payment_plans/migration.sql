-- Payment plans: invoices that are due in parts, and the collection of parts. Prices of levels by units.

-- AlterTable
ALTER TABLE "invoice" ADD COLUMN     "part_count" SMALLINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "membership_level" ADD COLUMN     "max_price" DECIMAL(14,2),
ADD COLUMN     "min_price" DECIMAL(14,2),
ADD COLUMN     "unit_field_id" INTEGER,
ADD COLUMN     "unit_size" DECIMAL(14,2) NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "membership_term" ADD COLUMN     "payment_plan_id" INTEGER;

-- CreateTable
CREATE TABLE "invoice_part" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "due_on" DATE NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "open_amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "invoice_part_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_level_band" (
    "tenant_id" INTEGER NOT NULL,
    "level_id" INTEGER NOT NULL,
    "from_units" INTEGER NOT NULL,
    "unit_price" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "membership_level_band_pkey" PRIMARY KEY ("tenant_id","level_id","from_units")
);

-- CreateTable
CREATE TABLE "payment_plan" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "level_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "starts_on" DATE,
    "ends_on" DATE,
    "show_on_application" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "payment_plan_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "payment_plan_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "plan_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "due_on" DATE,
    "months_after_start" SMALLINT,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "payment_plan_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_payment_method" (
    "tenant_id" INTEGER NOT NULL,
    "membership_id" INTEGER NOT NULL,
    "gateway_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "saved_on" DATE NOT NULL,

    CONSTRAINT "membership_payment_method_pkey" PRIMARY KEY ("tenant_id","membership_id")
);

-- CreateTable
CREATE TABLE "part_collection" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "part_id" INTEGER NOT NULL,
    "attempt" SMALLINT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "gateway_id" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "charge_id" INTEGER,
    "status" TEXT NOT NULL,
    "problem" TEXT,
    "requested_on" DATE NOT NULL,
    "next_on" DATE,

    CONSTRAINT "part_collection_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invoice_part_tenant_id_invoice_id_position_key" ON "invoice_part"("tenant_id", "invoice_id", "position");

-- CreateIndex
CREATE INDEX "payment_plan_tenant_id_level_id_idx" ON "payment_plan"("tenant_id", "level_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_plan_item_tenant_id_plan_id_position_key" ON "payment_plan_item"("tenant_id", "plan_id", "position");

-- CreateIndex
CREATE INDEX "membership_payment_method_tenant_id_gateway_id_idx" ON "membership_payment_method"("tenant_id", "gateway_id");

-- CreateIndex
CREATE INDEX "part_collection_tenant_id_charge_id_idx" ON "part_collection"("tenant_id", "charge_id");

-- CreateIndex
CREATE UNIQUE INDEX "part_collection_tenant_id_part_id_attempt_key" ON "part_collection"("tenant_id", "part_id", "attempt");

-- CreateIndex
CREATE INDEX "membership_level_tenant_id_unit_field_id_idx" ON "membership_level"("tenant_id", "unit_field_id");

-- CreateIndex
CREATE INDEX "membership_term_tenant_id_payment_plan_id_idx" ON "membership_term"("tenant_id", "payment_plan_id");

-- AddForeignKey
ALTER TABLE "invoice_part" ADD CONSTRAINT "invoice_part_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_level" ADD CONSTRAINT "membership_level_tenant_id_unit_field_id_fkey" FOREIGN KEY ("tenant_id", "unit_field_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_level_band" ADD CONSTRAINT "membership_level_band_tenant_id_level_id_fkey" FOREIGN KEY ("tenant_id", "level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_term" ADD CONSTRAINT "membership_term_tenant_id_payment_plan_id_fkey" FOREIGN KEY ("tenant_id", "payment_plan_id") REFERENCES "payment_plan"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment_plan" ADD CONSTRAINT "payment_plan_tenant_id_level_id_fkey" FOREIGN KEY ("tenant_id", "level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment_plan_item" ADD CONSTRAINT "payment_plan_item_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "payment_plan"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_payment_method" ADD CONSTRAINT "membership_payment_method_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "membership"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_payment_method" ADD CONSTRAINT "membership_payment_method_tenant_id_gateway_id_fkey" FOREIGN KEY ("tenant_id", "gateway_id") REFERENCES "payment_gateway"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "part_collection" ADD CONSTRAINT "part_collection_tenant_id_part_id_fkey" FOREIGN KEY ("tenant_id", "part_id") REFERENCES "invoice_part"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "part_collection" ADD CONSTRAINT "part_collection_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "processor_charge"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['payment_plan', 'payment_plan_item', 'membership_payment_method', 'part_collection',
    'membership_level_band', 'invoice_part']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['payment_plan', 'payment_plan_item', 'membership_level_band'] LOOP
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
END $$;
SELECT chapter_wall_by_parent('membership_payment_method', 'membership_id,membership,contact_id');
SELECT chapter_wall_by_parent('invoice_part', 'invoice_id,invoice,contact_id');
SELECT chapter_wall_closed('part_collection');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE payment_plan_item
  ADD CONSTRAINT payment_plan_item_date CHECK ((due_on IS NULL) <> (months_after_start IS NULL)),
  ADD CONSTRAINT payment_plan_item_amount CHECK (amount > 0);
ALTER TABLE invoice_part
  ADD CONSTRAINT invoice_part_amounts CHECK (amount > 0 AND open_amount BETWEEN 0 AND amount);
ALTER TABLE part_collection
  ADD CONSTRAINT part_collection_status CHECK (status IN ('requested', 'pending', 'succeeded', 'failed', 'skipped'));
ALTER TABLE membership_level
  ADD CONSTRAINT membership_level_unit CHECK (unit_size > 0 AND min_price <= max_price);

-- by hand: payment_plan_name
CREATE UNIQUE INDEX payment_plan_name ON payment_plan (tenant_id, level_id, name_key) WHERE is_active;
-- by hand: invoice_part_open
CREATE INDEX invoice_part_open ON invoice_part (tenant_id, due_on, id) WHERE open_amount > 0;
-- by hand: part_collection_running
CREATE UNIQUE INDEX part_collection_running ON part_collection (tenant_id, part_id) WHERE status IN ('requested', 'pending');

-- The parts of an invoice never change; only the trigger of its invoice writes what is open of them.
REVOKE UPDATE, DELETE ON invoice_part FROM guildhall_app, guildhall_chapter;

GRANT CREATE ON SCHEMA public TO guildhall_system;

-- An invoice with parts is due with its first part that is not paid. Paid in full, it keeps its last due date.
CREATE FUNCTION invoice_due_by_parts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.due_on := coalesce((SELECT p.due_on FROM (
      SELECT x.due_on, x.position, sum(x.amount) OVER (ORDER BY x.position) AS reached FROM invoice_part x
      WHERE x.tenant_id = NEW.tenant_id AND x.invoice_id = NEW.id) p
    WHERE p.reached > NEW.total - NEW.balance ORDER BY p.position LIMIT 1), NEW.due_on);
  RETURN NEW;
END $$;

-- What is paid of an invoice pays its parts in their order.
CREATE FUNCTION invoice_parts_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invoice_part p SET open_amount = s.open
  FROM (
    SELECT x.tenant_id, x.id, CASE WHEN a.voided_at IS NOT NULL THEN 0
      ELSE greatest(0, least(x.amount, sum(x.amount) OVER (PARTITION BY x.tenant_id, x.invoice_id ORDER BY x.position)
        - (a.total - a.balance))) END AS open
    FROM added a JOIN invoice_part x ON x.tenant_id = a.tenant_id AND x.invoice_id = a.id
    WHERE a.part_count > 0
  ) s WHERE p.tenant_id = s.tenant_id AND p.id = s.id AND p.open_amount <> s.open;
  RETURN NULL;
END $$;

-- The open amounts by due day. An invoice with parts counts on its own due day, and its amounts on those of its parts.
CREATE OR REPLACE FUNCTION receivable_day_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, count(*), sum(CASE WHEN part_count = 0 THEN balance ELSE 0 END)
      FROM added WHERE balance > 0 GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot)
        DO UPDATE SET invoices = d.invoices + excluded.invoices, balance = d.balance + excluded.balance;
  ELSE
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, sum(n), sum(amount)
      FROM (SELECT tenant_id, due_on, 1 AS n, CASE WHEN part_count = 0 THEN balance ELSE 0 END AS amount
          FROM added WHERE balance > 0
        UNION ALL SELECT tenant_id, due_on, -1, CASE WHEN part_count = 0 THEN -balance ELSE 0 END
          FROM removed WHERE balance > 0) changed
      GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot)
        DO UPDATE SET invoices = d.invoices + excluded.invoices, balance = d.balance + excluded.balance;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION invoice_part_day_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, 0, sum(open_amount) FROM added GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot) DO UPDATE SET balance = d.balance + excluded.balance;
  ELSE
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, 0, sum(amount)
      FROM (SELECT tenant_id, due_on, open_amount AS amount FROM added
        UNION ALL SELECT tenant_id, due_on, -open_amount FROM removed) changed
      GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot) DO UPDATE SET balance = d.balance + excluded.balance;
  END IF;
  RETURN NULL;
END $$;

-- The parts sum to the total of their invoice. They are added by one statement, in the transaction of the invoice.
CREATE FUNCTION invoice_parts_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT tenant_id, invoice_id, sum(amount) AS amount, sum(open_amount) AS open, count(*) AS n
      FROM added GROUP BY 1, 2) a
    JOIN invoice i ON i.tenant_id = a.tenant_id AND i.id = a.invoice_id
    WHERE i.total <> a.amount OR i.balance <> a.open OR i.part_count <> a.n) THEN
    RAISE EXCEPTION 'the parts of an invoice must sum to its total and be added at once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  made text;
BEGIN
  FOREACH made IN ARRAY ARRAY['invoice_due_by_parts', 'invoice_parts_changed', 'receivable_day_changed',
    'invoice_part_day_changed', 'invoice_parts_added'] LOOP
    EXECUTE format('ALTER FUNCTION %I() OWNER TO guildhall_system', made);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I() FROM PUBLIC', made);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER invoice_due_by_parts BEFORE UPDATE ON invoice FOR EACH ROW
  WHEN (NEW.part_count > 0 AND NEW.voided_at IS NULL) EXECUTE FUNCTION invoice_due_by_parts();
CREATE TRIGGER invoice_parts_changed AFTER UPDATE ON invoice REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_parts_changed();
CREATE TRIGGER invoice_parts_added AFTER INSERT ON invoice_part REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_parts_added();
CREATE TRIGGER invoice_part_day_insert AFTER INSERT ON invoice_part REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_part_day_changed();
CREATE TRIGGER invoice_part_day_update AFTER UPDATE ON invoice_part
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_part_day_changed();
