-- The benefit ledger: what contacts are granted by packages, use and have left.

-- AlterTable
ALTER TABLE "membership_level" ADD COLUMN     "benefit_package_id" INTEGER;

-- CreateTable
CREATE TABLE "benefit_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "benefit_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_package" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "benefit_package_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_package_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "package_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "benefit_package_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_balance" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 0,
    "contact_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "remaining" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "benefit_balance_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_grant" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "source_kind" TEXT NOT NULL,
    "source_id" INTEGER NOT NULL,
    "membership_id" INTEGER,
    "package_id" INTEGER,
    "variant_id" INTEGER,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE,
    "state" TEXT NOT NULL,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "next_day" DATE GENERATED ALWAYS AS (CASE state WHEN 'planned' THEN starts_on WHEN 'open' THEN ends_on + 1 END) STORED,

    CONSTRAINT "benefit_grant_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_lot" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "grant_id" BIGINT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "granted" INTEGER NOT NULL DEFAULT 0,
    "adjusted" INTEGER NOT NULL DEFAULT 0,
    "used" INTEGER NOT NULL DEFAULT 0,
    "is_closed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "benefit_lot_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_transaction" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "effective_on" DATE NOT NULL,
    "description" TEXT,
    "membership_id" INTEGER,
    "lot_id" BIGINT,
    "source_kind" TEXT,
    "source_id" INTEGER,
    "reversed_id" BIGINT,
    "key" TEXT,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "benefit_transaction_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_mass_operation" (
    "tenant_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "item_id" INTEGER NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "description" TEXT,
    "is_forced" BOOLEAN NOT NULL,
    "contact_ids" INTEGER[],
    "contact_count" INTEGER NOT NULL,
    "succeeded_count" INTEGER NOT NULL DEFAULT 0,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'running',
    "actor" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "benefit_mass_operation_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "benefit_mass_result" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "operation_id" UUID NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "remaining" INTEGER,
    "problem" TEXT,

    CONSTRAINT "benefit_mass_result_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "benefit_item_tenant_id_name_key_key" ON "benefit_item"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_package_tenant_id_name_key_key" ON "benefit_package"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "benefit_package_item_tenant_id_item_id_idx" ON "benefit_package_item"("tenant_id", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_package_item_tenant_id_package_id_item_id_key" ON "benefit_package_item"("tenant_id", "package_id", "item_id");

-- CreateIndex
CREATE INDEX "benefit_balance_tenant_id_item_id_idx" ON "benefit_balance"("tenant_id", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_balance_tenant_id_contact_id_item_id_key" ON "benefit_balance"("tenant_id", "contact_id", "item_id");

-- CreateIndex
CREATE INDEX "benefit_grant_tenant_id_contact_id_idx" ON "benefit_grant"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "benefit_grant_tenant_id_membership_id_idx" ON "benefit_grant"("tenant_id", "membership_id");

-- CreateIndex
CREATE INDEX "benefit_grant_tenant_id_package_id_idx" ON "benefit_grant"("tenant_id", "package_id");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_grant_tenant_id_source_kind_source_id_key" ON "benefit_grant"("tenant_id", "source_kind", "source_id");

-- CreateIndex
CREATE INDEX "benefit_lot_tenant_id_item_id_idx" ON "benefit_lot"("tenant_id", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_lot_tenant_id_grant_id_item_id_key" ON "benefit_lot"("tenant_id", "grant_id", "item_id");

-- CreateIndex
CREATE INDEX "benefit_transaction_tenant_id_contact_id_item_id_id_idx" ON "benefit_transaction"("tenant_id", "contact_id", "item_id", "id");

-- CreateIndex
CREATE INDEX "benefit_transaction_tenant_id_item_id_idx" ON "benefit_transaction"("tenant_id", "item_id");

-- CreateIndex
CREATE INDEX "benefit_transaction_tenant_id_reversed_id_idx" ON "benefit_transaction"("tenant_id", "reversed_id");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_transaction_tenant_id_key_key" ON "benefit_transaction"("tenant_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_mass_operation_tenant_id_number_key" ON "benefit_mass_operation"("tenant_id", "number");

-- CreateIndex
CREATE INDEX "benefit_mass_operation_tenant_id_item_id_idx" ON "benefit_mass_operation"("tenant_id", "item_id");

-- CreateIndex
CREATE INDEX "benefit_mass_operation_tenant_id_finished_at_idx" ON "benefit_mass_operation"("tenant_id", "finished_at");

-- CreateIndex
CREATE UNIQUE INDEX "benefit_mass_result_tenant_id_operation_id_contact_id_key" ON "benefit_mass_result"("tenant_id", "operation_id", "contact_id");

-- CreateIndex
CREATE INDEX "membership_level_tenant_id_benefit_package_id_idx" ON "membership_level"("tenant_id", "benefit_package_id");

-- AddForeignKey
ALTER TABLE "benefit_package_item" ADD CONSTRAINT "benefit_package_item_tenant_id_package_id_fkey" FOREIGN KEY ("tenant_id", "package_id") REFERENCES "benefit_package"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_package_item" ADD CONSTRAINT "benefit_package_item_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_balance" ADD CONSTRAINT "benefit_balance_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_balance" ADD CONSTRAINT "benefit_balance_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_grant" ADD CONSTRAINT "benefit_grant_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_grant" ADD CONSTRAINT "benefit_grant_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "membership"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_grant" ADD CONSTRAINT "benefit_grant_tenant_id_package_id_fkey" FOREIGN KEY ("tenant_id", "package_id") REFERENCES "benefit_package"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_lot" ADD CONSTRAINT "benefit_lot_tenant_id_grant_id_fkey" FOREIGN KEY ("tenant_id", "grant_id") REFERENCES "benefit_grant"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_lot" ADD CONSTRAINT "benefit_lot_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_transaction" ADD CONSTRAINT "benefit_transaction_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_transaction" ADD CONSTRAINT "benefit_transaction_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_transaction" ADD CONSTRAINT "benefit_transaction_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "membership"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_transaction" ADD CONSTRAINT "benefit_transaction_tenant_id_lot_id_fkey" FOREIGN KEY ("tenant_id", "lot_id") REFERENCES "benefit_lot"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_transaction" ADD CONSTRAINT "benefit_transaction_tenant_id_reversed_id_fkey" FOREIGN KEY ("tenant_id", "reversed_id") REFERENCES "benefit_transaction"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_mass_operation" ADD CONSTRAINT "benefit_mass_operation_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "benefit_mass_result" ADD CONSTRAINT "benefit_mass_result_tenant_id_operation_id_fkey" FOREIGN KEY ("tenant_id", "operation_id") REFERENCES "benefit_mass_operation"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_level" ADD CONSTRAINT "membership_level_tenant_id_benefit_package_id_fkey" FOREIGN KEY ("tenant_id", "benefit_package_id") REFERENCES "benefit_package"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['benefit_item', 'benefit_package', 'benefit_package_item', 'benefit_balance', 'benefit_grant',
    'benefit_lot', 'benefit_transaction', 'benefit_mass_operation', 'benefit_mass_result']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['benefit_item', 'benefit_package', 'benefit_package_item'] LOOP
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['benefit_balance', 'benefit_grant', 'benefit_transaction'] LOOP
    PERFORM chapter_wall_by_contact(owned::regclass, 'contact_id');
  END LOOP;
END $$;
SELECT chapter_wall_by_parent('benefit_lot', 'grant_id,benefit_grant,contact_id');
SELECT chapter_wall_closed('benefit_mass_operation');
SELECT chapter_wall_closed('benefit_mass_result');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE benefit_package_item ADD CONSTRAINT benefit_package_item_quantity CHECK (quantity > 0);
ALTER TABLE benefit_grant
  ADD CONSTRAINT benefit_grant_source CHECK (source_kind IN ('membership-term', 'sponsor', 'adjustment')),
  ADD CONSTRAINT benefit_grant_state CHECK (state IN ('planned', 'open', 'closed'));
ALTER TABLE benefit_lot ADD CONSTRAINT benefit_lot_pieces CHECK (granted >= 0 AND adjusted >= 0 AND used BETWEEN 0 AND granted + adjusted);
ALTER TABLE benefit_transaction
  ADD CONSTRAINT benefit_transaction_sign CHECK (CASE WHEN type_id IN (1, 3) THEN quantity > 0
    WHEN type_id IN (2, 4, 5) THEN quantity < 0 ELSE type_id = 6 AND quantity <> 0 END),
  ADD CONSTRAINT benefit_transaction_reversal CHECK ((type_id = 6) = (reversed_id IS NOT NULL));
ALTER TABLE benefit_mass_operation ADD CONSTRAINT benefit_mass_operation_type CHECK (type_id IN (2, 3, 4));

-- by hand: benefit_grant_due
CREATE INDEX benefit_grant_due ON benefit_grant (tenant_id, next_day) WHERE next_day IS NOT NULL;
-- by hand: benefit_transaction_of_source
CREATE INDEX benefit_transaction_of_source ON benefit_transaction (tenant_id, source_kind, source_id)
  WHERE source_id IS NOT NULL;
-- by hand: benefit_transaction_of_membership
CREATE INDEX benefit_transaction_of_membership ON benefit_transaction (tenant_id, membership_id)
  WHERE membership_id IS NOT NULL;
-- by hand: benefit_transaction_of_lot
CREATE INDEX benefit_transaction_of_lot ON benefit_transaction (tenant_id, lot_id) WHERE lot_id IS NOT NULL;

-- The ledger is append only: requests add transactions, and move them with a merged contact. Only triggers write balances.
REVOKE UPDATE, DELETE ON benefit_transaction FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (contact_id) ON benefit_transaction TO guildhall_app, guildhall_chapter;
REVOKE INSERT, UPDATE ON benefit_balance FROM guildhall_app, guildhall_chapter;
GRANT INSERT (tenant_id, contact_id, item_id), UPDATE (contact_id) ON benefit_balance TO guildhall_app, guildhall_chapter;

GRANT CREATE ON SCHEMA public TO guildhall_system;

-- Adds transactions to the balances. Each transaction is a version of its balance.
CREATE FUNCTION benefit_transactions_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO benefit_balance AS b (tenant_id, contact_id, item_id, remaining, audit_id)
    SELECT tenant_id, contact_id, item_id, sum(quantity), count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, contact_id, item_id)
      DO UPDATE SET remaining = b.remaining + excluded.remaining, audit_id = b.audit_id + excluded.audit_id;
  RETURN NULL;
END $$;

-- A merge moves transactions to another contact.
CREATE FUNCTION benefit_transactions_moved() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO benefit_balance AS b (tenant_id, contact_id, item_id, remaining, audit_id)
    SELECT tenant_id, contact_id, item_id, sum(quantity), count(*)
    FROM (SELECT tenant_id, contact_id, item_id, quantity FROM added
      UNION ALL SELECT tenant_id, contact_id, item_id, -quantity FROM removed) moved
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, contact_id, item_id)
      DO UPDATE SET remaining = b.remaining + excluded.remaining, audit_id = b.audit_id + excluded.audit_id;
  RETURN NULL;
END $$;

DO $$
DECLARE
  made text;
BEGIN
  FOREACH made IN ARRAY ARRAY['benefit_transactions_added', 'benefit_transactions_moved'] LOOP
    EXECUTE format('ALTER FUNCTION %I() OWNER TO guildhall_system', made);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I() FROM PUBLIC', made);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER benefit_transactions_added AFTER INSERT ON benefit_transaction REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION benefit_transactions_added();
CREATE TRIGGER benefit_transactions_moved AFTER UPDATE ON benefit_transaction
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION benefit_transactions_moved();
