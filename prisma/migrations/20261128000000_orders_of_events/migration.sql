-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "charge_id" INTEGER,
ADD COLUMN     "due_amount" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "gateway_id" INTEGER,
ADD COLUMN     "invoice_id" INTEGER,
ADD COLUMN     "is_offer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "payment_kind" TEXT,
ADD COLUMN     "payment_token" TEXT,
ADD COLUMN     "purchase_order_number" TEXT,
ADD COLUMN     "sends_mail" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "submitted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "event_order_line" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "registration_id" INTEGER,
    "sponsor_id" INTEGER,
    "exhibitor_id" INTEGER,
    "item_id" INTEGER,
    "fee_item_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "discount" DECIMAL(14,2) NOT NULL,
    "tax" DECIMAL(14,2) NOT NULL,
    "credited" DECIMAL(14,2) NOT NULL DEFAULT 0,

    CONSTRAINT "event_order_line_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "event_order_line_tenant_id_event_id_order_id_idx" ON "event_order_line"("tenant_id", "event_id", "order_id");

-- CreateIndex
CREATE INDEX "event_order_line_tenant_id_event_id_registration_id_idx" ON "event_order_line"("tenant_id", "event_id", "registration_id");

-- CreateIndex
CREATE INDEX "event_order_line_tenant_id_event_id_sponsor_id_idx" ON "event_order_line"("tenant_id", "event_id", "sponsor_id");

-- CreateIndex
CREATE INDEX "event_order_line_tenant_id_event_id_exhibitor_id_idx" ON "event_order_line"("tenant_id", "event_id", "exhibitor_id");

-- CreateIndex
CREATE INDEX "event_order_line_tenant_id_event_id_item_id_idx" ON "event_order_line"("tenant_id", "event_id", "item_id");

-- CreateIndex
CREATE INDEX "event_order_line_tenant_id_fee_item_id_idx" ON "event_order_line"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_order_line_tenant_id_order_id_position_key" ON "event_order_line"("tenant_id", "order_id", "position");

-- CreateIndex
CREATE INDEX "event_order_tenant_id_gateway_id_idx" ON "event_order"("tenant_id", "gateway_id");

-- CreateIndex
CREATE INDEX "event_order_tenant_id_charge_id_idx" ON "event_order"("tenant_id", "charge_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_order_tenant_id_invoice_id_key" ON "event_order"("tenant_id", "invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_order_item_tenant_id_event_id_id_key" ON "event_order_item"("tenant_id", "event_id", "id");

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_gateway_id_fkey" FOREIGN KEY ("tenant_id", "gateway_id") REFERENCES "payment_gateway"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "processor_charge"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_line" ADD CONSTRAINT "event_order_line_tenant_id_event_id_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_line" ADD CONSTRAINT "event_order_line_tenant_id_event_id_registration_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "registration_id") REFERENCES "event_registration"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_line" ADD CONSTRAINT "event_order_line_tenant_id_event_id_sponsor_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "sponsor_id") REFERENCES "event_sponsor"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_line" ADD CONSTRAINT "event_order_line_tenant_id_event_id_exhibitor_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "exhibitor_id") REFERENCES "event_exhibitor"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_line" ADD CONSTRAINT "event_order_line_tenant_id_event_id_item_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "item_id") REFERENCES "event_order_item"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_order_line" ADD CONSTRAINT "event_order_line_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('event_order_line');
SELECT chapter_wall_by_parent('event_order_line', 'order_id,event_order,contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE event_order
  ADD CONSTRAINT event_order_submitted CHECK ((state = 'submitted') = (submitted_at IS NOT NULL)),
  ADD CONSTRAINT event_order_payment CHECK (payment_kind IS NULL OR payment_kind IN ('Card', 'BankDebit', 'Hosted', 'Invoice', 'Free'));
ALTER TABLE event_order_line
  ADD CONSTRAINT event_order_line_owner CHECK (num_nonnulls(registration_id, sponsor_id, exhibitor_id, item_id) = 1),
  ADD CONSTRAINT event_order_line_amounts CHECK (quantity > 0 AND amount >= 0 AND discount >= 0 AND tax >= 0
    AND credited >= 0 AND credited <= amount - discount + tax);
