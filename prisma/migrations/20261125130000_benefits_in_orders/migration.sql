-- AlterTable
ALTER TABLE "benefit_item" ADD COLUMN     "store_item_id" INTEGER,
ADD COLUMN     "store_percent" SMALLINT NOT NULL DEFAULT 100;

-- AlterTable
ALTER TABLE "store_cart_line" ADD COLUMN     "benefit_item_id" INTEGER,
ADD COLUMN     "benefit_quantity" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "store_purchase_line" ADD COLUMN     "benefit_item_id" INTEGER,
ADD COLUMN     "benefit_quantity" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "benefit_item_tenant_id_store_item_id_idx" ON "benefit_item"("tenant_id", "store_item_id");

-- CreateIndex
CREATE INDEX "store_cart_line_tenant_id_benefit_item_id_idx" ON "store_cart_line"("tenant_id", "benefit_item_id");

-- CreateIndex
CREATE INDEX "store_purchase_line_tenant_id_benefit_item_id_idx" ON "store_purchase_line"("tenant_id", "benefit_item_id");

-- AddForeignKey
ALTER TABLE "benefit_item" ADD CONSTRAINT "benefit_item_tenant_id_store_item_id_fkey" FOREIGN KEY ("tenant_id", "store_item_id") REFERENCES "store_item"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_cart_line" ADD CONSTRAINT "store_cart_line_tenant_id_benefit_item_id_fkey" FOREIGN KEY ("tenant_id", "benefit_item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_purchase_line" ADD CONSTRAINT "store_purchase_line_tenant_id_benefit_item_id_fkey" FOREIGN KEY ("tenant_id", "benefit_item_id") REFERENCES "benefit_item"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot express.

ALTER TABLE benefit_item ADD CONSTRAINT benefit_item_store_percent CHECK (store_percent BETWEEN 1 AND 100);
ALTER TABLE store_cart_line ADD CONSTRAINT store_cart_line_benefit
  CHECK (CASE WHEN benefit_item_id IS NULL THEN benefit_quantity = 0 ELSE benefit_quantity BETWEEN 1 AND quantity END);
ALTER TABLE store_purchase_line ADD CONSTRAINT store_purchase_line_benefit
  CHECK (CASE WHEN benefit_item_id IS NULL THEN benefit_quantity = 0 ELSE benefit_quantity BETWEEN 1 AND quantity END);
