-- AlterTable
ALTER TABLE "invoice" ADD COLUMN     "for_contact_id" INTEGER;

-- AlterTable
ALTER TABLE "membership_level" ADD COLUMN     "fee_item_id" INTEGER;

-- CreateIndex
CREATE INDEX "invoice_tenant_id_for_contact_id_idx" ON "invoice"("tenant_id", "for_contact_id");

-- CreateIndex
CREATE INDEX "membership_level_tenant_id_fee_item_id_idx" ON "membership_level"("tenant_id", "fee_item_id");

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_tenant_id_for_contact_id_fkey" FOREIGN KEY ("tenant_id", "for_contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership_level" ADD CONSTRAINT "membership_level_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

-- A merge moves it.
GRANT UPDATE (for_contact_id) ON invoice TO guildhall_app, guildhall_chapter;
