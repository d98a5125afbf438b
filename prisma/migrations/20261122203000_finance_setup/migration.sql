-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "payment_subtype_id" INTEGER;

-- AlterTable
ALTER TABLE "payment_gateway" ADD COLUMN     "deposit_account_id" INTEGER;

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "prices_include_tax" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "tax_region_id" INTEGER;

-- CreateTable
CREATE TABLE "account" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "number" TEXT,
    "description" TEXT,
    "type" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "system_role" TEXT,

    CONSTRAINT "account_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "transaction_class" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "parent_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "transaction_class_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tax_region" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "country_id" INTEGER NOT NULL,
    "state" TEXT,
    "state_key" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "tax_region_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tax_set" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "region_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "tax_set_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tax_rate" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "tax_set_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "percent" DECIMAL(7,4) NOT NULL,
    "position" SMALLINT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "discount" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "percent" DECIMAL(7,4),
    "amount" DECIMAL(14,2),
    "promo_code" TEXT,
    "promo_code_key" TEXT,
    "starts_on" DATE,
    "ends_on" DATE,
    "account_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "discount_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "fee_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "price" DECIMAL(14,2) NOT NULL,
    "quantity" DECIMAL(12,4) NOT NULL DEFAULT 1,
    "account_id" INTEGER NOT NULL,
    "class_id" INTEGER,
    "tax_set_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "fee_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "payment_subtype" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "payment_type_id" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "payment_subtype_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ledger_customer" (
    "tenant_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "ledger_id" TEXT NOT NULL,

    CONSTRAINT "ledger_customer_pkey" PRIMARY KEY ("tenant_id","contact_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_tenant_id_name_key_key" ON "account"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "account_tenant_id_number_key" ON "account"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "account_tenant_id_system_role_key" ON "account"("tenant_id", "system_role");

-- CreateIndex
CREATE INDEX "transaction_class_tenant_id_parent_id_idx" ON "transaction_class"("tenant_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "tax_region_tenant_id_name_key_key" ON "tax_region"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "tax_region_tenant_id_country_id_state_key_key" ON "tax_region"("tenant_id", "country_id", "state_key");

-- CreateIndex
CREATE INDEX "tax_set_tenant_id_region_id_idx" ON "tax_set"("tenant_id", "region_id");

-- CreateIndex
CREATE UNIQUE INDEX "tax_set_tenant_id_name_key_key" ON "tax_set"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "tax_rate_tenant_id_tax_set_id_idx" ON "tax_rate"("tenant_id", "tax_set_id");

-- CreateIndex
CREATE INDEX "discount_tenant_id_account_id_idx" ON "discount"("tenant_id", "account_id");

-- CreateIndex
CREATE UNIQUE INDEX "discount_tenant_id_name_key_key" ON "discount"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "discount_tenant_id_promo_code_key_key" ON "discount"("tenant_id", "promo_code_key");

-- CreateIndex
CREATE INDEX "fee_item_tenant_id_account_id_idx" ON "fee_item"("tenant_id", "account_id");

-- CreateIndex
CREATE INDEX "fee_item_tenant_id_class_id_idx" ON "fee_item"("tenant_id", "class_id");

-- CreateIndex
CREATE INDEX "fee_item_tenant_id_tax_set_id_idx" ON "fee_item"("tenant_id", "tax_set_id");

-- CreateIndex
CREATE UNIQUE INDEX "fee_item_tenant_id_name_key_key" ON "fee_item"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "payment_subtype_tenant_id_payment_type_id_name_key_key" ON "payment_subtype"("tenant_id", "payment_type_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_customer_tenant_id_ledger_id_key" ON "ledger_customer"("tenant_id", "ledger_id");

-- AddForeignKey
ALTER TABLE "transaction_class" ADD CONSTRAINT "transaction_class_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "transaction_class"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tax_set" ADD CONSTRAINT "tax_set_tenant_id_region_id_fkey" FOREIGN KEY ("tenant_id", "region_id") REFERENCES "tax_region"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_tenant_id_tax_set_id_fkey" FOREIGN KEY ("tenant_id", "tax_set_id") REFERENCES "tax_set"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "discount" ADD CONSTRAINT "discount_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fee_item" ADD CONSTRAINT "fee_item_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fee_item" ADD CONSTRAINT "fee_item_tenant_id_class_id_fkey" FOREIGN KEY ("tenant_id", "class_id") REFERENCES "transaction_class"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "fee_item" ADD CONSTRAINT "fee_item_tenant_id_tax_set_id_fkey" FOREIGN KEY ("tenant_id", "tax_set_id") REFERENCES "tax_set"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ledger_customer" ADD CONSTRAINT "ledger_customer_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_tenant_id_payment_subtype_id_fkey" FOREIGN KEY ("tenant_id", "payment_subtype_id") REFERENCES "payment_subtype"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment_gateway" ADD CONSTRAINT "payment_gateway_tenant_id_deposit_account_id_fkey" FOREIGN KEY ("tenant_id", "deposit_account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

-- by hand: transaction_class_name
CREATE UNIQUE INDEX transaction_class_name ON transaction_class (tenant_id, coalesce(parent_id, 0), name_key);
-- by hand: payment_subtype_default
CREATE UNIQUE INDEX payment_subtype_default ON payment_subtype (tenant_id, payment_type_id) WHERE is_default;
-- by hand: payment_of_subtype
CREATE INDEX payment_of_subtype ON payment (tenant_id, payment_subtype_id) WHERE payment_subtype_id IS NOT NULL;

ALTER TABLE account
  ADD CONSTRAINT account_type CHECK (type IN ('Bank', 'AccountsReceivable', 'Asset', 'Liability', 'Equity', 'Income', 'Expense')),
  ADD CONSTRAINT account_system_role CHECK (system_role IN ('receivable', 'undeposited-funds', 'sales-tax',
    'membership-income', 'shipping-income', 'discounts', 'bad-debt')),
  ADD CONSTRAINT account_system_active CHECK (is_active OR system_role IS NULL);
ALTER TABLE tax_rate ADD CONSTRAINT tax_rate_percent CHECK (percent BETWEEN 0 AND 100);
ALTER TABLE discount
  ADD CONSTRAINT discount_type CHECK (type_id = 1 AND percent > 0 AND percent <= 100 AND amount IS NULL
    OR type_id = 2 AND amount > 0 AND percent IS NULL),
  ADD CONSTRAINT discount_dates CHECK (starts_on <= ends_on);
ALTER TABLE fee_item ADD CONSTRAINT fee_item_price CHECK (price >= 0), ADD CONSTRAINT fee_item_quantity CHECK (quantity > 0);
ALTER TABLE payment_subtype
  ADD CONSTRAINT payment_subtype_type CHECK (payment_type_id IN (5, 6)),
  ADD CONSTRAINT payment_subtype_active CHECK (is_active OR NOT is_default);

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['account', 'transaction_class', 'tax_region', 'tax_set', 'tax_rate', 'discount', 'fee_item',
    'payment_subtype']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
END $$;
SELECT secure_tenant_table('ledger_customer');
SELECT chapter_wall_by_contact('ledger_customer', 'contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;
GRANT UPDATE (prices_include_tax, tax_region_id) ON tenant TO guildhall_app;

-- What new tenants get from accounts.seeds.ts and payment-subtypes.seeds.ts.
SET LOCAL ROLE guildhall_system;
INSERT INTO account (tenant_id, name, name_key, number, type, system_role)
  SELECT t.id, a.name, lower(a.name), a.number, a.type, a.system_role FROM tenant t
  CROSS JOIN (VALUES
    ('Checking account', '1000', 'Bank', NULL),
    ('Accounts receivable', '1100', 'AccountsReceivable', 'receivable'),
    ('Undeposited funds', '1200', 'Asset', 'undeposited-funds'),
    ('Sales tax payable', '2200', 'Liability', 'sales-tax'),
    ('Net assets', '3000', 'Equity', NULL),
    ('Membership dues', '4000', 'Income', 'membership-income'),
    ('Event fees', '4100', 'Income', NULL),
    ('Sponsorships and advertising', '4200', 'Income', NULL),
    ('Merchandise', '4300', 'Income', NULL),
    ('Donations', '4400', 'Income', NULL),
    ('Shipping', '4800', 'Income', 'shipping-income'),
    ('Discounts', '4900', 'Income', 'discounts'),
    ('Bad debt', '6000', 'Expense', 'bad-debt'),
    ('Processing fees', '6100', 'Expense', NULL)) AS a (name, number, type, system_role)
  ORDER BY t.id, a.number;
INSERT INTO payment_subtype (tenant_id, payment_type_id, name, name_key, is_default)
  SELECT t.id, s.payment_type_id, s.name, lower(s.name), true FROM tenant t
  CROSS JOIN (VALUES (5, 'Trade'), (6, 'External')) AS s (payment_type_id, name)
  ORDER BY t.id, s.payment_type_id;
RESET ROLE;
