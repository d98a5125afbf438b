-- The books become double entry: every document posts an entry to the journal, whose lines sum to 0. The entries of
-- receivables, the invoices and the payments that exist are turned into entries of the journal with the same dates and
-- amounts, so that no balance changes.

-- CreateTable
CREATE TABLE "journal_entry" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "posted_on" DATE NOT NULL,
    "document_kind" TEXT NOT NULL,
    "document_id" INTEGER,
    "reference" TEXT,
    "contact_id" INTEGER,
    "reverses_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_entry_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "journal_line" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "entry_id" BIGINT NOT NULL,
    "position" SMALLINT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "class_id" INTEGER,
    "contact_id" INTEGER,
    "posted_on" DATE NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "journal_line_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "receivable_balance" (
    "tenant_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "balance" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "receivable_balance_pkey" PRIMARY KEY ("tenant_id","contact_id")
);

-- CreateTable
CREATE TABLE "receivable_day" (
    "tenant_id" INTEGER NOT NULL,
    "due_on" DATE NOT NULL,
    "slot" SMALLINT NOT NULL,
    "invoices" INTEGER NOT NULL,
    "balance" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "receivable_day_pkey" PRIMARY KEY ("tenant_id","due_on","slot")
);

-- CreateTable
CREATE TABLE "closed_period" (
    "tenant_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL DEFAULT 1,
    "closed_through" DATE,

    CONSTRAINT "closed_period_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_line_tax" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "percent" DECIMAL(7,4) NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "invoice_line_tax_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "credit" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "issued_on" DATE NOT NULL,
    "subtotal" DECIMAL(14,2) NOT NULL,
    "discount" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "tax" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "total" DECIMAL(14,2) NOT NULL,
    "open_amount" DECIMAL(14,2) NOT NULL,
    "notes" TEXT,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "credit_line" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "credit_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "fee_item_id" INTEGER,
    "description" TEXT NOT NULL,
    "quantity" DECIMAL(12,4) NOT NULL DEFAULT 1,
    "unit_price" DECIMAL(14,2) NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "discount_id" INTEGER,
    "discount" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "discount_account_id" INTEGER,
    "tax_set_id" INTEGER,
    "tax" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "account_id" INTEGER NOT NULL,
    "class_id" INTEGER,
    "service_on" DATE,

    CONSTRAINT "credit_line_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "credit_line_tax" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "line_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "percent" DECIMAL(7,4) NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "credit_line_tax_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "refund" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "refunded_on" DATE NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "payment_id" INTEGER,
    "credit_id" INTEGER,
    "account_id" INTEGER NOT NULL,
    "notes" TEXT,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "write_off" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "written_off_on" DATE NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "tax" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "notes" TEXT,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "write_off_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "write_off_line" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "write_off_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "description" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "tax" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "account_id" INTEGER NOT NULL,
    "class_id" INTEGER,

    CONSTRAINT "write_off_line_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "application" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "payment_id" INTEGER,
    "credit_id" INTEGER,
    "write_off_id" INTEGER,
    "amount" DECIMAL(14,2) NOT NULL,
    "applied_on" DATE NOT NULL,

    CONSTRAINT "application_pkey" PRIMARY KEY ("tenant_id","id")
);

-- AlterTable: columns that existing rows get below have no NOT NULL yet.
ALTER TABLE "invoice" ADD COLUMN     "subtotal" DECIMAL(14,2),
ADD COLUMN     "discount" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "tax" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "shipping" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "message" TEXT,
ADD COLUMN     "notes" TEXT,
ADD COLUMN     "billing_address" JSONB,
ADD COLUMN     "shipping_details" JSONB;
ALTER TABLE "invoice_line" ADD COLUMN     "fee_item_id" INTEGER,
ADD COLUMN     "quantity" DECIMAL(12,4) NOT NULL DEFAULT 1,
ADD COLUMN     "unit_price" DECIMAL(14,2),
ADD COLUMN     "discount_id" INTEGER,
ADD COLUMN     "discount" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "discount_account_id" INTEGER,
ADD COLUMN     "tax_set_id" INTEGER,
ADD COLUMN     "tax" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "account_id" INTEGER,
ADD COLUMN     "class_id" INTEGER,
ADD COLUMN     "service_on" DATE;
ALTER TABLE "payment" ADD COLUMN     "payment_gateway_id" INTEGER,
ADD COLUMN     "deposit_account_id" INTEGER,
ADD COLUMN     "notes" TEXT,
ADD COLUMN     "open_amount" DECIMAL(14,2);

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['journal_entry', 'journal_line', 'receivable_balance', 'receivable_day', 'closed_period',
    'invoice_line_tax', 'credit', 'credit_line', 'credit_line_tax', 'refund', 'write_off', 'write_off_line', 'application']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- The existing rows.
SET LOCAL ROLE guildhall_system;
UPDATE invoice SET subtotal = total;
UPDATE invoice_line l SET unit_price = l.amount, account_id = a.id
  FROM account a WHERE a.tenant_id = l.tenant_id AND a.system_role = 'membership-income';
UPDATE payment p SET deposit_account_id = a.id, open_amount = p.amount - (
    SELECT coalesce(sum(x.amount), 0) FROM payment_application x WHERE x.tenant_id = p.tenant_id AND x.payment_id = p.id)
  FROM account a WHERE a.tenant_id = p.tenant_id AND a.system_role = 'undeposited-funds';
INSERT INTO application (tenant_id, invoice_id, payment_id, amount, applied_on)
  SELECT x.tenant_id, x.invoice_id, x.payment_id, x.amount,
    CASE WHEN x.amount > 0 OR i.voided_at IS NULL THEN p.received_on ELSE (i.voided_at AT TIME ZONE 'UTC')::date END
  FROM payment_application x
  JOIN payment p ON p.tenant_id = x.tenant_id AND p.id = x.payment_id
  JOIN invoice i ON i.tenant_id = x.tenant_id AND i.id = x.invoice_id
  ORDER BY x.tenant_id, x.id;

-- One entry for each entry of receivables, with its document. An entry without a document is an opening balance.
CREATE TEMPORARY TABLE old_entry ON COMMIT DROP AS
  SELECT e.tenant_id, nextval('journal_entry_id_seq') AS id, e.contact_id, e.kind, e.amount, e.posted_on, e.reference,
    coalesce(i.id, p.id) AS document_id, e.n
  FROM (SELECT r.*, row_number() OVER (ORDER BY r.tenant_id, r.id) AS n FROM receivable_entry r ORDER BY r.tenant_id, r.id) e
  LEFT JOIN invoice i ON e.kind = 'invoice' AND i.tenant_id = e.tenant_id AND i.contact_id = e.contact_id
    AND 'INV-' || i.number = e.reference
  LEFT JOIN payment p ON e.kind = 'payment' AND p.tenant_id = e.tenant_id AND p.contact_id = e.contact_id
    AND 'PAY-' || p.number = e.reference
  ORDER BY e.n;
INSERT INTO journal_entry (tenant_id, id, posted_on, document_kind, document_id, reference, contact_id, reverses_id)
  SELECT o.tenant_id, o.id, o.posted_on, CASE WHEN o.document_id IS NULL THEN 'opening' ELSE o.kind END, o.document_id,
    o.reference, o.contact_id,
    -- A second entry of an invoice is its void.
    CASE WHEN o.document_id IS NOT NULL AND o.kind = 'invoice' AND o.amount < 0 THEN (
      SELECT min(f.id) FROM old_entry f WHERE f.tenant_id = o.tenant_id AND f.kind = 'invoice'
        AND f.document_id = o.document_id AND f.amount > 0 AND f.n < o.n) END
  FROM old_entry o ORDER BY o.n;
INSERT INTO journal_line (tenant_id, entry_id, position, account_id, contact_id, posted_on, amount)
  SELECT o.tenant_id, o.id, s.position, a.id, o.contact_id, o.posted_on, CASE s.position WHEN 1 THEN o.amount ELSE -o.amount END
  FROM old_entry o
  CROSS JOIN generate_series(1, 2) AS s (position)
  JOIN account a ON a.tenant_id = o.tenant_id AND a.system_role = CASE WHEN s.position = 1 THEN 'receivable'
    WHEN o.kind IN ('payment', 'refund') THEN 'undeposited-funds' WHEN o.kind = 'writeoff' THEN 'bad-debt'
    ELSE 'membership-income' END
  ORDER BY o.n, s.position;
INSERT INTO receivable_balance (tenant_id, contact_id, balance)
  SELECT l.tenant_id, l.contact_id, sum(l.amount) FROM journal_line l
  JOIN account a ON a.tenant_id = l.tenant_id AND a.id = l.account_id AND a.system_role = 'receivable'
  WHERE l.contact_id IS NOT NULL GROUP BY 1, 2;
INSERT INTO receivable_day (tenant_id, due_on, slot, invoices, balance)
  SELECT tenant_id, due_on, 0, count(*), sum(balance) FROM invoice WHERE balance > 0 GROUP BY 1, 2;
INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
  SELECT tenant_id, 'invoice:' || CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN balance = 0 THEN 'Paid' ELSE 'Open' END,
    0, count(*) FROM invoice GROUP BY 1, 2
  UNION ALL SELECT tenant_id, 'payment:' || CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN open_amount = 0 THEN 'Closed'
    ELSE 'Open' END, 0, count(*) FROM payment GROUP BY 1, 2
  ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
RESET ROLE;

-- DropTable
DROP TABLE "payment_application";

-- DropTable
DROP TABLE "receivable_entry";

ALTER TABLE invoice ALTER COLUMN subtotal SET NOT NULL;
ALTER TABLE invoice_line ALTER COLUMN unit_price SET NOT NULL, ALTER COLUMN account_id SET NOT NULL;
ALTER TABLE payment ALTER COLUMN deposit_account_id SET NOT NULL, ALTER COLUMN open_amount SET NOT NULL;

ALTER TABLE invoice ADD COLUMN status text NOT NULL
  GENERATED ALWAYS AS (CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN balance = 0 THEN 'Paid' ELSE 'Open' END) STORED;
ALTER TABLE payment ADD COLUMN status text NOT NULL
  GENERATED ALWAYS AS (CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN open_amount = 0 THEN 'Closed' ELSE 'Open' END) STORED;
ALTER TABLE credit ADD COLUMN status text NOT NULL
  GENERATED ALWAYS AS (CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN open_amount = 0 THEN 'Closed' ELSE 'Open' END) STORED;
ALTER TABLE refund ADD COLUMN status text NOT NULL
  GENERATED ALWAYS AS (CASE WHEN voided_at IS NOT NULL THEN 'Void' ELSE 'Posted' END) STORED;
ALTER TABLE write_off ADD COLUMN status text NOT NULL
  GENERATED ALWAYS AS (CASE WHEN voided_at IS NOT NULL THEN 'Void' ELSE 'Posted' END) STORED;

-- CreateIndex
CREATE INDEX "journal_entry_tenant_id_document_kind_document_id_idx" ON "journal_entry"("tenant_id", "document_kind", "document_id");

-- CreateIndex
CREATE INDEX "journal_entry_tenant_id_posted_on_id_idx" ON "journal_entry"("tenant_id", "posted_on", "id");

-- CreateIndex
CREATE INDEX "journal_entry_tenant_id_contact_id_idx" ON "journal_entry"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "journal_entry_tenant_id_reverses_id_key" ON "journal_entry"("tenant_id", "reverses_id");

-- CreateIndex
CREATE INDEX "journal_line_tenant_id_contact_id_account_id_posted_on_id_idx" ON "journal_line"("tenant_id", "contact_id", "account_id", "posted_on", "id");

-- CreateIndex
CREATE INDEX "journal_line_tenant_id_account_id_posted_on_idx" ON "journal_line"("tenant_id", "account_id", "posted_on");

-- CreateIndex
CREATE UNIQUE INDEX "journal_line_tenant_id_entry_id_position_key" ON "journal_line"("tenant_id", "entry_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_line_tax_tenant_id_line_id_position_key" ON "invoice_line_tax"("tenant_id", "line_id", "position");

-- CreateIndex
CREATE INDEX "credit_tenant_id_contact_id_idx" ON "credit"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_tenant_id_number_key" ON "credit"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "credit_line_tenant_id_credit_id_position_key" ON "credit_line"("tenant_id", "credit_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "credit_line_tax_tenant_id_line_id_position_key" ON "credit_line_tax"("tenant_id", "line_id", "position");

-- CreateIndex
CREATE INDEX "refund_tenant_id_contact_id_idx" ON "refund"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "refund_tenant_id_number_key" ON "refund"("tenant_id", "number");

-- CreateIndex
CREATE INDEX "write_off_tenant_id_contact_id_idx" ON "write_off"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "write_off_tenant_id_invoice_id_idx" ON "write_off"("tenant_id", "invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "write_off_tenant_id_number_key" ON "write_off"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "write_off_line_tenant_id_write_off_id_position_key" ON "write_off_line"("tenant_id", "write_off_id", "position");

-- CreateIndex
CREATE INDEX "application_tenant_id_invoice_id_idx" ON "application"("tenant_id", "invoice_id");

-- AddForeignKey
ALTER TABLE "journal_entry" ADD CONSTRAINT "journal_entry_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "journal_entry" ADD CONSTRAINT "journal_entry_tenant_id_reverses_id_fkey" FOREIGN KEY ("tenant_id", "reverses_id") REFERENCES "journal_entry"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "journal_line" ADD CONSTRAINT "journal_line_tenant_id_entry_id_fkey" FOREIGN KEY ("tenant_id", "entry_id") REFERENCES "journal_entry"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "journal_line" ADD CONSTRAINT "journal_line_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "journal_line" ADD CONSTRAINT "journal_line_tenant_id_class_id_fkey" FOREIGN KEY ("tenant_id", "class_id") REFERENCES "transaction_class"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "journal_line" ADD CONSTRAINT "journal_line_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_tenant_id_discount_id_fkey" FOREIGN KEY ("tenant_id", "discount_id") REFERENCES "discount"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_tenant_id_discount_account_id_fkey" FOREIGN KEY ("tenant_id", "discount_account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_tenant_id_tax_set_id_fkey" FOREIGN KEY ("tenant_id", "tax_set_id") REFERENCES "tax_set"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_tenant_id_class_id_fkey" FOREIGN KEY ("tenant_id", "class_id") REFERENCES "transaction_class"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_line_tax" ADD CONSTRAINT "invoice_line_tax_tenant_id_line_id_fkey" FOREIGN KEY ("tenant_id", "line_id") REFERENCES "invoice_line"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_tenant_id_payment_gateway_id_fkey" FOREIGN KEY ("tenant_id", "payment_gateway_id") REFERENCES "payment_gateway"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_tenant_id_deposit_account_id_fkey" FOREIGN KEY ("tenant_id", "deposit_account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit" ADD CONSTRAINT "credit_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line" ADD CONSTRAINT "credit_line_tenant_id_credit_id_fkey" FOREIGN KEY ("tenant_id", "credit_id") REFERENCES "credit"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line" ADD CONSTRAINT "credit_line_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line" ADD CONSTRAINT "credit_line_tenant_id_discount_id_fkey" FOREIGN KEY ("tenant_id", "discount_id") REFERENCES "discount"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line" ADD CONSTRAINT "credit_line_tenant_id_discount_account_id_fkey" FOREIGN KEY ("tenant_id", "discount_account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line" ADD CONSTRAINT "credit_line_tenant_id_tax_set_id_fkey" FOREIGN KEY ("tenant_id", "tax_set_id") REFERENCES "tax_set"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line" ADD CONSTRAINT "credit_line_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line" ADD CONSTRAINT "credit_line_tenant_id_class_id_fkey" FOREIGN KEY ("tenant_id", "class_id") REFERENCES "transaction_class"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_line_tax" ADD CONSTRAINT "credit_line_tax_tenant_id_line_id_fkey" FOREIGN KEY ("tenant_id", "line_id") REFERENCES "credit_line"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_tenant_id_credit_id_fkey" FOREIGN KEY ("tenant_id", "credit_id") REFERENCES "credit"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "write_off" ADD CONSTRAINT "write_off_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "write_off" ADD CONSTRAINT "write_off_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "write_off_line" ADD CONSTRAINT "write_off_line_tenant_id_write_off_id_fkey" FOREIGN KEY ("tenant_id", "write_off_id") REFERENCES "write_off"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "write_off_line" ADD CONSTRAINT "write_off_line_tenant_id_account_id_fkey" FOREIGN KEY ("tenant_id", "account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "write_off_line" ADD CONSTRAINT "write_off_line_tenant_id_class_id_fkey" FOREIGN KEY ("tenant_id", "class_id") REFERENCES "transaction_class"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_tenant_id_credit_id_fkey" FOREIGN KEY ("tenant_id", "credit_id") REFERENCES "credit"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application" ADD CONSTRAINT "application_tenant_id_write_off_id_fkey" FOREIGN KEY ("tenant_id", "write_off_id") REFERENCES "write_off"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- CreateIndex
CREATE INDEX "invoice_line_tenant_id_account_id_idx" ON "invoice_line"("tenant_id", "account_id");

-- CreateIndex
CREATE INDEX "credit_line_tenant_id_account_id_idx" ON "credit_line"("tenant_id", "account_id");

-- CreateIndex
CREATE INDEX "write_off_line_tenant_id_account_id_idx" ON "write_off_line"("tenant_id", "account_id");

-- CreateIndex
CREATE INDEX "payment_tenant_id_deposit_account_id_idx" ON "payment"("tenant_id", "deposit_account_id");

-- CreateIndex
CREATE INDEX "refund_tenant_id_account_id_idx" ON "refund"("tenant_id", "account_id");

-- by hand: invoice_line_fee_item
CREATE INDEX invoice_line_fee_item ON invoice_line (tenant_id, fee_item_id) WHERE fee_item_id IS NOT NULL;
-- by hand: invoice_line_discount
CREATE INDEX invoice_line_discount ON invoice_line (tenant_id, discount_id) WHERE discount_id IS NOT NULL;
-- by hand: invoice_line_discount_account
CREATE INDEX invoice_line_discount_account ON invoice_line (tenant_id, discount_account_id) WHERE discount_account_id IS NOT NULL;
-- by hand: invoice_line_tax_set
CREATE INDEX invoice_line_tax_set ON invoice_line (tenant_id, tax_set_id) WHERE tax_set_id IS NOT NULL;
-- by hand: invoice_line_class
CREATE INDEX invoice_line_class ON invoice_line (tenant_id, class_id) WHERE class_id IS NOT NULL;
-- by hand: credit_line_fee_item
CREATE INDEX credit_line_fee_item ON credit_line (tenant_id, fee_item_id) WHERE fee_item_id IS NOT NULL;
-- by hand: credit_line_discount
CREATE INDEX credit_line_discount ON credit_line (tenant_id, discount_id) WHERE discount_id IS NOT NULL;
-- by hand: credit_line_discount_account
CREATE INDEX credit_line_discount_account ON credit_line (tenant_id, discount_account_id) WHERE discount_account_id IS NOT NULL;
-- by hand: credit_line_tax_set
CREATE INDEX credit_line_tax_set ON credit_line (tenant_id, tax_set_id) WHERE tax_set_id IS NOT NULL;
-- by hand: credit_line_class
CREATE INDEX credit_line_class ON credit_line (tenant_id, class_id) WHERE class_id IS NOT NULL;
-- by hand: write_off_line_class
CREATE INDEX write_off_line_class ON write_off_line (tenant_id, class_id) WHERE class_id IS NOT NULL;
-- by hand: invoice_by_status
CREATE INDEX invoice_by_status ON invoice (tenant_id, status, due_on, id);
-- by hand: invoice_open_of_contact
CREATE INDEX invoice_open_of_contact ON invoice (tenant_id, contact_id, status, due_on);
-- by hand: payment_open_of_contact
CREATE INDEX payment_open_of_contact ON payment (tenant_id, contact_id, status);
-- by hand: credit_open_of_contact
CREATE INDEX credit_open_of_contact ON credit (tenant_id, contact_id, status);
-- by hand: application_of_payment
CREATE INDEX application_of_payment ON application (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
-- by hand: application_of_credit
CREATE INDEX application_of_credit ON application (tenant_id, credit_id) WHERE credit_id IS NOT NULL;
-- by hand: application_of_write_off
CREATE INDEX application_of_write_off ON application (tenant_id, write_off_id) WHERE write_off_id IS NOT NULL;
-- by hand: refund_of_payment
CREATE INDEX refund_of_payment ON refund (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
-- by hand: refund_of_credit
CREATE INDEX refund_of_credit ON refund (tenant_id, credit_id) WHERE credit_id IS NOT NULL;

ALTER TABLE invoice
  ADD CONSTRAINT invoice_total CHECK (total = subtotal - discount + tax + shipping),
  ADD CONSTRAINT invoice_balance CHECK (balance BETWEEN 0 AND total AND (voided_at IS NULL OR balance = 0));
ALTER TABLE payment ADD CONSTRAINT payment_open
  CHECK (open_amount BETWEEN 0 AND amount AND (voided_at IS NULL OR open_amount = 0));
ALTER TABLE credit
  ADD CONSTRAINT credit_total CHECK (total = subtotal - discount + tax),
  ADD CONSTRAINT credit_open CHECK (open_amount BETWEEN 0 AND total AND (voided_at IS NULL OR open_amount = 0));
ALTER TABLE refund ADD CONSTRAINT refund_amount CHECK (amount > 0 AND num_nonnulls(payment_id, credit_id) = 1);
ALTER TABLE write_off ADD CONSTRAINT write_off_total CHECK (total > 0 AND tax BETWEEN 0 AND total);
ALTER TABLE application ADD CONSTRAINT application_source
  CHECK (amount <> 0 AND num_nonnulls(payment_id, credit_id, write_off_id) = 1);
ALTER TABLE closed_period ADD CONSTRAINT closed_period_id CHECK (id = 1);
ALTER TABLE journal_entry ADD CONSTRAINT journal_entry_document
  CHECK (document_kind IN ('invoice', 'payment', 'credit', 'refund', 'writeoff', 'opening')
    AND (document_id IS NULL) = (document_kind = 'opening'));

-- Chapters.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['journal_entry', 'journal_line', 'receivable_balance', 'credit', 'refund', 'write_off'] LOOP
    PERFORM chapter_wall_by_contact(target::regclass, 'contact_id');
  END LOOP;
  PERFORM chapter_wall_by_parent('credit_line', 'credit_id,credit,contact_id');
  PERFORM chapter_wall_by_parent('write_off_line', 'write_off_id,write_off,contact_id');
  PERFORM chapter_wall_by_parent('application', 'invoice_id,invoice,contact_id');
  FOREACH target IN ARRAY ARRAY['invoice', 'credit'] LOOP
    PERFORM chapter_wall(format('%s_line_tax', target)::regclass,
      format('EXISTS (SELECT FROM %1$s_line wl JOIN %1$s wp ON wp.tenant_id = wl.tenant_id AND wp.id = wl.%1$s_id
        WHERE wl.tenant_id = current_tenant() AND wl.id = %1$s_line_tax.line_id AND %2$s)', target,
        within_chapters('wp.contact_id', 'readable_chapters')),
      format('EXISTS (SELECT FROM %1$s_line wl JOIN %1$s wp ON wp.tenant_id = wl.tenant_id AND wp.id = wl.%1$s_id
        WHERE wl.tenant_id = current_tenant() AND wl.id = %1$s_line_tax.line_id AND %2$s)', target,
        within_chapters('wp.contact_id', 'editable_chapters')));
  END LOOP;
END $$;
SELECT chapter_wall_list('closed_period');
SELECT chapter_wall_closed('receivable_day');

-- What is posted never changes: requests add rows, move them with a merged contact, and change only what is not posted.
REVOKE UPDATE, DELETE ON journal_entry, journal_line, application, invoice_line, invoice_line_tax, credit_line,
  credit_line_tax, write_off_line, invoice, payment, credit, refund, write_off FROM guildhall_app, guildhall_chapter;
REVOKE INSERT, UPDATE, DELETE ON receivable_balance, receivable_day FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (contact_id) ON journal_entry, journal_line TO guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, due_on, balance, message, notes, billing_address, shipping_details, voided_at)
  ON invoice TO guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, reference, notes, open_amount, voided_at) ON payment TO guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, notes, open_amount, voided_at) ON credit TO guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, notes, voided_at) ON refund, write_off TO guildhall_app, guildhall_chapter;
DROP POLICY chapter_change ON journal_entry;
DROP POLICY chapter_change ON journal_line;

GRANT CREATE ON SCHEMA public TO guildhall_system;

-- The lines of an entry are added by one statement, sum to 0, and have its date and contact. No line is added later.
CREATE FUNCTION journal_lines_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM added a GROUP BY a.tenant_id, a.entry_id HAVING sum(a.amount) <> 0 OR count(*) <> (
      SELECT count(*) FROM journal_line l WHERE l.tenant_id = a.tenant_id AND l.entry_id = a.entry_id))
    OR EXISTS (SELECT FROM added a JOIN journal_entry e ON e.tenant_id = a.tenant_id AND e.id = a.entry_id
      WHERE a.posted_on <> e.posted_on OR a.contact_id IS DISTINCT FROM e.contact_id) THEN
    RAISE EXCEPTION 'the lines of a journal entry must sum to 0 and be added at once, with its date and contact'
      USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO receivable_balance AS b (tenant_id, contact_id, balance)
    SELECT a.tenant_id, a.contact_id, sum(a.amount) FROM added a
    JOIN account k ON k.tenant_id = a.tenant_id AND k.id = a.account_id AND k.system_role = 'receivable'
    WHERE a.contact_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, contact_id) DO UPDATE SET balance = b.balance + excluded.balance;
  RETURN NULL;
END $$;

-- A merge moves lines to another contact.
CREATE FUNCTION journal_lines_moved() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO receivable_balance AS b (tenant_id, contact_id, balance)
    SELECT d.tenant_id, d.contact_id, sum(d.amount)
    FROM (SELECT tenant_id, contact_id, account_id, amount FROM added
      UNION ALL SELECT tenant_id, contact_id, account_id, -amount FROM removed) d
    JOIN account k ON k.tenant_id = d.tenant_id AND k.id = d.account_id AND k.system_role = 'receivable'
    WHERE d.contact_id IS NOT NULL GROUP BY 1, 2 HAVING sum(d.amount) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, contact_id) DO UPDATE SET balance = b.balance + excluded.balance;
  RETURN NULL;
END $$;

-- Counts documents by status. Argument: the first part of the bucket.
CREATE FUNCTION document_count_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
      SELECT tenant_id, TG_ARGV[0] || ':' || status, pg_backend_pid() % 8, count(*)
      FROM added GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
      SELECT tenant_id, TG_ARGV[0] || ':' || status, pg_backend_pid() % 8, sum(d)
      FROM (SELECT tenant_id, status, 1 AS d FROM added UNION ALL SELECT tenant_id, status, -1 FROM removed) changed
      GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
      ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;

-- The open amounts by due day.
CREATE FUNCTION receivable_day_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, count(*), sum(balance)
      FROM added WHERE balance > 0 GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot)
        DO UPDATE SET invoices = d.invoices + excluded.invoices, balance = d.balance + excluded.balance;
  ELSE
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, sum(n), sum(amount)
      FROM (SELECT tenant_id, due_on, 1 AS n, balance AS amount FROM added WHERE balance > 0
        UNION ALL SELECT tenant_id, due_on, -1, -balance FROM removed WHERE balance > 0) changed
      GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot)
        DO UPDATE SET invoices = d.invoices + excluded.invoices, balance = d.balance + excluded.balance;
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  made text;
  target text;
BEGIN
  FOREACH made IN ARRAY ARRAY['journal_lines_added', 'journal_lines_moved', 'document_count_changed',
    'receivable_day_changed'] LOOP
    EXECUTE format('ALTER FUNCTION %I() OWNER TO guildhall_system', made);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I() FROM PUBLIC', made);
  END LOOP;
  FOREACH target IN ARRAY ARRAY['invoice', 'payment', 'credit', 'refund', 'write_off'] LOOP
    EXECUTE format('CREATE TRIGGER %1$s_count_insert AFTER INSERT ON %1$s REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed(%2$L)', target, replace(target, '_', ''));
    EXECUTE format('CREATE TRIGGER %1$s_count_update AFTER UPDATE ON %1$s
      REFERENCING NEW TABLE AS added OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed(%2$L)', target, replace(target, '_', ''));
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER journal_lines_added AFTER INSERT ON journal_line REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION journal_lines_added();
CREATE TRIGGER journal_lines_moved AFTER UPDATE ON journal_line REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION journal_lines_moved();
CREATE TRIGGER receivable_day_insert AFTER INSERT ON invoice REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION receivable_day_changed();
CREATE TRIGGER receivable_day_update AFTER UPDATE ON invoice REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION receivable_day_changed();
