-- Buying in the store: shipping methods, carts, orders, vouchers and downloads; the accounts of store sales and vouchers.

-- CreateTable
CREATE TABLE "shipping_method" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "price" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "rates" JSONB NOT NULL DEFAULT '[]',
    "free_from" DECIMAL(14,2),
    "regions" JSONB NOT NULL DEFAULT '[]',
    "tax_set_id" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "shipping_method_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_cart" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "held_until" TIMESTAMPTZ(3),
    "promo_code" TEXT,
    "shipping_method_id" INTEGER,
    "shipping_address" JSONB,
    "billing_address" JSONB,
    "voucher_codes" TEXT[],
    "item_total" DECIMAL(14,2) NOT NULL,
    "discount_total" DECIMAL(14,2) NOT NULL,
    "shipping_amount" DECIMAL(14,2) NOT NULL,
    "tax_total" DECIMAL(14,2) NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "voucher_total" DECIMAL(14,2) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "store_cart_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_cart_line" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "cart_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "sub_item_id" INTEGER,
    "quantity" INTEGER NOT NULL,
    "held" INTEGER NOT NULL DEFAULT 0,
    "tracking_id" SMALLINT NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "unit_price" DECIMAL(14,2) NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "discount" DECIMAL(14,2) NOT NULL,
    "tax" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "store_cart_line_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_checkout" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "cart_id" INTEGER NOT NULL,
    "request_key" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_checkout_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_purchase" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "cart_id" INTEGER NOT NULL,
    "purchased_at" TIMESTAMPTZ(3) NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "ship_to_company" TEXT,
    "ship_to_contact" TEXT,
    "address1" TEXT,
    "address2" TEXT,
    "city" TEXT,
    "state_province" TEXT,
    "postal_code" TEXT,
    "country_id" INTEGER,
    "shipping_method_id" INTEGER,
    "shipping_option" TEXT,
    "currency_code" TEXT NOT NULL,
    "item_total" DECIMAL(14,2) NOT NULL,
    "discount_total" DECIMAL(14,2) NOT NULL,
    "shipping_amount" DECIMAL(14,2) NOT NULL,
    "shipping_tax" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "tax_total" DECIMAL(14,2) NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "invoice_id" INTEGER,
    "payment_method" TEXT NOT NULL,
    "charge_id" INTEGER,
    "due_amount" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "payment_token" TEXT,
    "payment_gateway_id" INTEGER,
    "refunded" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "shipping_refunded" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "shipped_on" DATE,
    "tracking_number" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "store_purchase_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_purchase_line" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "purchase_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "item_id" INTEGER NOT NULL,
    "sub_item_id" INTEGER,
    "name" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unit_price" DECIMAL(14,2) NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "discount" DECIMAL(14,2) NOT NULL,
    "tax" DECIMAL(14,2) NOT NULL,
    "tracking_id" SMALLINT NOT NULL,
    "is_shipped" BOOLEAN NOT NULL,
    "backordered" INTEGER NOT NULL DEFAULT 0,
    "shipped" INTEGER NOT NULL DEFAULT 0,
    "refunded" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "store_purchase_line_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_lot_use" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "lot_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unit_cost" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "store_lot_use_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_refund" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "purchase_id" INTEGER NOT NULL,
    "credit_id" INTEGER NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "charge_amount" DECIMAL(14,2) NOT NULL,
    "is_settled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "store_refund_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_voucher" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "code" TEXT NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "value" DECIMAL(14,2) NOT NULL,
    "remaining" DECIMAL(14,2) NOT NULL,
    "item_id" INTEGER,
    "purchase_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_on" DATE,
    "is_used" BOOLEAN NOT NULL DEFAULT false,
    "voided_at" TIMESTAMPTZ(3),
    "cart_id" INTEGER,

    CONSTRAINT "store_voucher_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_voucher_use" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "voucher_id" INTEGER NOT NULL,
    "purchase_id" INTEGER NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "returned" DECIMAL(14,2) NOT NULL DEFAULT 0,

    CONSTRAINT "store_voucher_use_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "store_download" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "purchase_id" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "max_count" INTEGER,
    "last_at" TIMESTAMPTZ(3),
    "expires_on" DATE,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "store_download_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "shipping_method_tenant_id_tax_set_id_idx" ON "shipping_method"("tenant_id", "tax_set_id");

-- CreateIndex
CREATE UNIQUE INDEX "shipping_method_tenant_id_name_key_key" ON "shipping_method"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "store_cart_tenant_id_contact_id_idx" ON "store_cart"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "store_cart_tenant_id_shipping_method_id_idx" ON "store_cart"("tenant_id", "shipping_method_id");

-- CreateIndex
CREATE INDEX "store_cart_line_tenant_id_item_id_sub_item_id_idx" ON "store_cart_line"("tenant_id", "item_id", "sub_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_cart_line_tenant_id_cart_id_position_key" ON "store_cart_line"("tenant_id", "cart_id", "position");

-- CreateIndex
CREATE INDEX "store_checkout_tenant_id_cart_id_idx" ON "store_checkout"("tenant_id", "cart_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_checkout_tenant_id_request_key_key" ON "store_checkout"("tenant_id", "request_key");

-- CreateIndex
CREATE INDEX "store_purchase_tenant_id_contact_id_idx" ON "store_purchase"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "store_purchase_tenant_id_purchased_at_id_idx" ON "store_purchase"("tenant_id", "purchased_at", "id");

-- CreateIndex
CREATE INDEX "store_purchase_tenant_id_charge_id_idx" ON "store_purchase"("tenant_id", "charge_id");

-- CreateIndex
CREATE INDEX "store_purchase_tenant_id_shipping_method_id_idx" ON "store_purchase"("tenant_id", "shipping_method_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_purchase_tenant_id_cart_id_key" ON "store_purchase"("tenant_id", "cart_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_purchase_tenant_id_invoice_id_key" ON "store_purchase"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "store_purchase_line_tenant_id_item_id_sub_item_id_idx" ON "store_purchase_line"("tenant_id", "item_id", "sub_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_purchase_line_tenant_id_purchase_id_position_key" ON "store_purchase_line"("tenant_id", "purchase_id", "position");

-- CreateIndex
CREATE INDEX "store_lot_use_tenant_id_lot_id_idx" ON "store_lot_use"("tenant_id", "lot_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_lot_use_tenant_id_line_id_lot_id_key" ON "store_lot_use"("tenant_id", "line_id", "lot_id");

-- CreateIndex
CREATE INDEX "store_refund_tenant_id_purchase_id_idx" ON "store_refund"("tenant_id", "purchase_id");

-- CreateIndex
CREATE INDEX "store_refund_tenant_id_credit_id_idx" ON "store_refund"("tenant_id", "credit_id");

-- CreateIndex
CREATE INDEX "store_voucher_tenant_id_item_id_idx" ON "store_voucher"("tenant_id", "item_id");

-- CreateIndex
CREATE INDEX "store_voucher_tenant_id_purchase_id_idx" ON "store_voucher"("tenant_id", "purchase_id");

-- CreateIndex
CREATE INDEX "store_voucher_tenant_id_line_id_idx" ON "store_voucher"("tenant_id", "line_id");

-- CreateIndex
CREATE INDEX "store_voucher_tenant_id_cart_id_idx" ON "store_voucher"("tenant_id", "cart_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_voucher_tenant_id_code_key" ON "store_voucher"("tenant_id", "code");

-- CreateIndex
CREATE INDEX "store_voucher_use_tenant_id_purchase_id_idx" ON "store_voucher_use"("tenant_id", "purchase_id");

-- CreateIndex
CREATE INDEX "store_voucher_use_tenant_id_payment_id_idx" ON "store_voucher_use"("tenant_id", "payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_voucher_use_tenant_id_voucher_id_purchase_id_key" ON "store_voucher_use"("tenant_id", "voucher_id", "purchase_id");

-- CreateIndex
CREATE INDEX "store_download_tenant_id_purchase_id_idx" ON "store_download"("tenant_id", "purchase_id");

-- CreateIndex
CREATE INDEX "store_download_tenant_id_item_id_idx" ON "store_download"("tenant_id", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_download_tenant_id_line_id_key" ON "store_download"("tenant_id", "line_id");

-- AddForeignKey
ALTER TABLE "shipping_method" ADD CONSTRAINT "shipping_method_tenant_id_tax_set_id_fkey" FOREIGN KEY ("tenant_id", "tax_set_id") REFERENCES "tax_set"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_cart" ADD CONSTRAINT "store_cart_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_cart" ADD CONSTRAINT "store_cart_tenant_id_shipping_method_id_fkey" FOREIGN KEY ("tenant_id", "shipping_method_id") REFERENCES "shipping_method"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_tenant_id_cart_id_fkey" FOREIGN KEY ("tenant_id", "cart_id") REFERENCES "store_cart"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_tenant_id_item_id_sub_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id", "sub_item_id") REFERENCES "store_sub_item"("tenant_id", "item_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_checkout" ADD CONSTRAINT "store_checkout_tenant_id_cart_id_fkey" FOREIGN KEY ("tenant_id", "cart_id") REFERENCES "store_cart"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase" ADD CONSTRAINT "store_purchase_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase" ADD CONSTRAINT "store_purchase_tenant_id_cart_id_fkey" FOREIGN KEY ("tenant_id", "cart_id") REFERENCES "store_cart"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase" ADD CONSTRAINT "store_purchase_tenant_id_shipping_method_id_fkey" FOREIGN KEY ("tenant_id", "shipping_method_id") REFERENCES "shipping_method"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase" ADD CONSTRAINT "store_purchase_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase" ADD CONSTRAINT "store_purchase_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "processor_charge"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase_line" ADD CONSTRAINT "store_purchase_line_tenant_id_purchase_id_fkey" FOREIGN KEY ("tenant_id", "purchase_id") REFERENCES "store_purchase"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase_line" ADD CONSTRAINT "store_purchase_line_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase_line" ADD CONSTRAINT "store_purchase_line_tenant_id_item_id_sub_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id", "sub_item_id") REFERENCES "store_sub_item"("tenant_id", "item_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_lot_use" ADD CONSTRAINT "store_lot_use_tenant_id_line_id_fkey" FOREIGN KEY ("tenant_id", "line_id") REFERENCES "store_purchase_line"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_lot_use" ADD CONSTRAINT "store_lot_use_tenant_id_lot_id_fkey" FOREIGN KEY ("tenant_id", "lot_id") REFERENCES "store_item_lot"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_refund" ADD CONSTRAINT "store_refund_tenant_id_purchase_id_fkey" FOREIGN KEY ("tenant_id", "purchase_id") REFERENCES "store_purchase"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_refund" ADD CONSTRAINT "store_refund_tenant_id_credit_id_fkey" FOREIGN KEY ("tenant_id", "credit_id") REFERENCES "credit"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher" ADD CONSTRAINT "store_voucher_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher" ADD CONSTRAINT "store_voucher_tenant_id_purchase_id_fkey" FOREIGN KEY ("tenant_id", "purchase_id") REFERENCES "store_purchase"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher" ADD CONSTRAINT "store_voucher_tenant_id_line_id_fkey" FOREIGN KEY ("tenant_id", "line_id") REFERENCES "store_purchase_line"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher" ADD CONSTRAINT "store_voucher_tenant_id_cart_id_fkey" FOREIGN KEY ("tenant_id", "cart_id") REFERENCES "store_cart"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher_use" ADD CONSTRAINT "store_voucher_use_tenant_id_voucher_id_fkey" FOREIGN KEY ("tenant_id", "voucher_id") REFERENCES "store_voucher"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher_use" ADD CONSTRAINT "store_voucher_use_tenant_id_purchase_id_fkey" FOREIGN KEY ("tenant_id", "purchase_id") REFERENCES "store_purchase"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher_use" ADD CONSTRAINT "store_voucher_use_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_download" ADD CONSTRAINT "store_download_tenant_id_purchase_id_fkey" FOREIGN KEY ("tenant_id", "purchase_id") REFERENCES "store_purchase"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_download" ADD CONSTRAINT "store_download_tenant_id_line_id_fkey" FOREIGN KEY ("tenant_id", "line_id") REFERENCES "store_purchase_line"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_download" ADD CONSTRAINT "store_download_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['shipping_method', 'store_cart', 'store_cart_line', 'store_checkout', 'store_purchase',
    'store_purchase_line', 'store_lot_use', 'store_refund', 'store_voucher', 'store_voucher_use', 'store_download']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['store_cart', 'store_purchase'] LOOP
    PERFORM chapter_wall_by_contact(owned::regclass, 'contact_id');
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['store_cart_line', 'store_checkout'] LOOP
    PERFORM chapter_wall_by_parent(owned::regclass, 'cart_id,store_cart,contact_id');
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['store_purchase_line', 'store_refund', 'store_voucher', 'store_voucher_use', 'store_download']
  LOOP
    PERFORM chapter_wall_by_parent(owned::regclass, 'purchase_id,store_purchase,contact_id');
  END LOOP;
END $$;
SELECT chapter_wall_list('shipping_method');
SELECT chapter_wall_closed('store_lot_use');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE shipping_method
  ADD CONSTRAINT shipping_method_type CHECK (type IN ('Flat', 'Weight', 'OrderValue', 'PickUp')),
  ADD CONSTRAINT shipping_method_price CHECK (price >= 0 AND free_from >= 0);
ALTER TABLE store_cart ADD CONSTRAINT store_cart_state
  CHECK (state IN ('open', 'expired', 'ordered') AND (state = 'open') = (held_until IS NOT NULL));
ALTER TABLE store_cart_line ADD CONSTRAINT store_cart_line_pieces
  CHECK (quantity > 0 AND held BETWEEN 0 AND quantity AND tracking_id IN (1, 2, 3));
ALTER TABLE store_checkout ADD CONSTRAINT store_checkout_state CHECK (state IN ('open', 'ordered', 'abandoned'));
ALTER TABLE store_purchase
  ADD CONSTRAINT store_purchase_method CHECK (payment_method IN ('Card', 'BankDebit', 'Invoice', 'None')),
  ADD CONSTRAINT store_purchase_total CHECK (total = item_total - discount_total + shipping_amount + tax_total),
  ADD CONSTRAINT store_purchase_refunded CHECK (refunded BETWEEN 0 AND total AND shipping_refunded BETWEEN 0 AND shipping_amount);
ALTER TABLE store_purchase_line ADD CONSTRAINT store_purchase_line_pieces CHECK (quantity > 0 AND tracking_id IN (1, 2, 3)
  AND backordered >= 0 AND shipped >= 0 AND refunded >= 0 AND refunded <= quantity AND backordered + shipped <= quantity);
ALTER TABLE store_lot_use ADD CONSTRAINT store_lot_use_quantity CHECK (quantity >= 0);
ALTER TABLE store_refund ADD CONSTRAINT store_refund_amounts CHECK (total > 0 AND charge_amount BETWEEN 0 AND total);
ALTER TABLE store_voucher ADD CONSTRAINT store_voucher_value CHECK (type_id IN (1, 2, 3) AND value >= 0
  AND remaining BETWEEN 0 AND value AND (type_id = 3) = (item_id IS NOT NULL));
ALTER TABLE store_voucher_use ADD CONSTRAINT store_voucher_use_amount CHECK (amount > 0 AND returned BETWEEN 0 AND amount);

-- by hand: store_cart_held
CREATE INDEX store_cart_held ON store_cart (tenant_id, held_until) WHERE state = 'open';

ALTER TABLE account DROP CONSTRAINT account_system_role;
ALTER TABLE account ADD CONSTRAINT account_system_role CHECK (system_role IN ('receivable', 'undeposited-funds', 'sales-tax',
  'membership-income', 'shipping-income', 'discounts', 'bad-debt', 'processing-fees', 'disputed-funds', 'unassigned-payments',
  'store-income', 'vouchers'));

-- The accounts that new tenants get from accounts.seeds.ts. Names and numbers of a tenant's own accounts stay unique.
SET LOCAL ROLE guildhall_system;
UPDATE account SET system_role = 'store-income', audit_id = audit_id + 1
  WHERE name_key = 'merchandise' AND type = 'Income' AND is_active AND system_role IS NULL;
INSERT INTO account (tenant_id, name, name_key, number, type, system_role)
  SELECT t.id, n.name, lower(n.name), CASE WHEN EXISTS (SELECT FROM account o WHERE o.tenant_id = t.id AND o.number = a.number)
    THEN NULL ELSE a.number END, a.type, a.system_role
  FROM tenant t
  CROSS JOIN (VALUES
    ('Vouchers', '2400', 'Liability', 'vouchers'),
    ('Merchandise', '4310', 'Income', 'store-income')) AS a (name, number, type, system_role)
  CROSS JOIN LATERAL (SELECT name FROM (VALUES (1, a.name), (2, a.name || ' of the store'),
      (3, a.name || ' of the store ' || t.id)) AS c (position, name)
    WHERE NOT EXISTS (SELECT FROM account o WHERE o.tenant_id = t.id AND o.name_key = lower(c.name))
    ORDER BY c.position LIMIT 1) n
  WHERE NOT EXISTS (SELECT FROM account o WHERE o.tenant_id = t.id AND o.system_role = a.system_role)
  ORDER BY t.id, a.number;
RESET ROLE;
