-- The charges of the payment processor become payments of the books, their refunds and lost disputes refunds, and the
-- fees, disputed amounts and transfers of its balance entries of the journal.

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "charge_id" INTEGER;

-- AlterTable
ALTER TABLE "payment_gateway" ADD COLUMN     "transfer_account_id" INTEGER;

-- AlterTable
ALTER TABLE "processor_charge" ADD COLUMN     "applications" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "entry_id" BIGINT,
ADD COLUMN     "in_books" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "processor_refund" ADD COLUMN     "entry_id" BIGINT,
ADD COLUMN     "refund_id" INTEGER;

-- AlterTable
ALTER TABLE "processor_dispute" ADD COLUMN     "entry_id" BIGINT,
ADD COLUMN     "refund_id" INTEGER,
ADD COLUMN     "withdrawn_amount" DECIMAL(14,2) NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "gateway_transaction" ADD COLUMN     "is_posted" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE UNIQUE INDEX "payment_tenant_id_charge_id_key" ON "payment"("tenant_id", "charge_id");

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "processor_charge"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "payment_gateway" ADD CONSTRAINT "payment_gateway_tenant_id_transfer_account_id_fkey" FOREIGN KEY ("tenant_id", "transfer_account_id") REFERENCES "account"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_charge" ADD CONSTRAINT "processor_charge_tenant_id_entry_id_fkey" FOREIGN KEY ("tenant_id", "entry_id") REFERENCES "journal_entry"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_refund" ADD CONSTRAINT "processor_refund_tenant_id_refund_id_fkey" FOREIGN KEY ("tenant_id", "refund_id") REFERENCES "refund"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_refund" ADD CONSTRAINT "processor_refund_tenant_id_entry_id_fkey" FOREIGN KEY ("tenant_id", "entry_id") REFERENCES "journal_entry"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_dispute" ADD CONSTRAINT "processor_dispute_tenant_id_refund_id_fkey" FOREIGN KEY ("tenant_id", "refund_id") REFERENCES "refund"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "processor_dispute" ADD CONSTRAINT "processor_dispute_tenant_id_entry_id_fkey" FOREIGN KEY ("tenant_id", "entry_id") REFERENCES "journal_entry"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

ALTER TABLE account DROP CONSTRAINT account_system_role;
ALTER TABLE account ADD CONSTRAINT account_system_role CHECK (system_role IN ('receivable', 'undeposited-funds', 'sales-tax',
  'membership-income', 'shipping-income', 'discounts', 'bad-debt', 'processing-fees', 'disputed-funds', 'unassigned-payments'));
ALTER TABLE journal_entry DROP CONSTRAINT journal_entry_document;
ALTER TABLE journal_entry ADD CONSTRAINT journal_entry_document
  CHECK (document_kind IN ('invoice', 'payment', 'credit', 'refund', 'writeoff', 'opening', 'processor')
    AND (document_id IS NULL) = (document_kind IN ('opening', 'processor')));
ALTER TABLE gateway_transaction DROP CONSTRAINT gateway_transaction_type;
ALTER TABLE gateway_transaction ADD CONSTRAINT gateway_transaction_type CHECK (type IN ('Sale', 'Refund', 'RefundReversal',
  'Dispute', 'DisputeReversal', 'Transfer', 'TransferReversal', 'Adjustment'));

-- What the books have for charges so far was recorded by hand: only later charges and movements are posted.
SET LOCAL ROLE guildhall_system;
UPDATE processor_charge SET in_books = false WHERE status NOT IN ('requested', 'authorized', 'pending');
UPDATE gateway_transaction SET is_posted = true;

-- The accounts that new tenants get from accounts.seeds.ts. Names and numbers of a tenant's own accounts stay unique.
UPDATE account SET system_role = 'processing-fees', audit_id = audit_id + 1
  WHERE name_key = 'processing fees' AND type = 'Expense' AND is_active AND system_role IS NULL;
INSERT INTO account (tenant_id, name, name_key, number, type, system_role)
  SELECT t.id, n.name, lower(n.name), CASE WHEN EXISTS (SELECT FROM account o WHERE o.tenant_id = t.id AND o.number = a.number)
    THEN NULL ELSE a.number END, a.type, a.system_role
  FROM tenant t
  CROSS JOIN (VALUES
    ('Disputed funds', '1300', 'Asset', 'disputed-funds'),
    ('Unassigned payments', '2300', 'Liability', 'unassigned-payments'),
    ('Processing fees', '6110', 'Expense', 'processing-fees')) AS a (name, number, type, system_role)
  CROSS JOIN LATERAL (SELECT name FROM (VALUES (1, a.name), (2, a.name || ' of the processor'),
      (3, a.name || ' of the processor ' || t.id)) AS c (position, name)
    WHERE NOT EXISTS (SELECT FROM account o WHERE o.tenant_id = t.id AND o.name_key = lower(c.name))
    ORDER BY c.position LIMIT 1) n
  WHERE NOT EXISTS (SELECT FROM account o WHERE o.tenant_id = t.id AND o.system_role = a.system_role)
  ORDER BY t.id, a.number;
RESET ROLE;
