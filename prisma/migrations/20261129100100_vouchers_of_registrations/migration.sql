-- AlterTable
ALTER TABLE "store_voucher" ADD COLUMN     "event_order_id" INTEGER;

-- AlterTable
ALTER TABLE "store_voucher_use" ADD COLUMN     "event_order_id" INTEGER,
ALTER COLUMN "purchase_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "store_voucher_tenant_id_event_order_id_idx" ON "store_voucher"("tenant_id", "event_order_id");

-- CreateIndex
CREATE INDEX "store_voucher_use_tenant_id_event_order_id_idx" ON "store_voucher_use"("tenant_id", "event_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "store_voucher_use_tenant_id_voucher_id_event_order_id_key" ON "store_voucher_use"("tenant_id", "voucher_id", "event_order_id");

-- AddForeignKey
ALTER TABLE "store_voucher" ADD CONSTRAINT "store_voucher_tenant_id_event_order_id_fkey" FOREIGN KEY ("tenant_id", "event_order_id") REFERENCES "event_order"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "store_voucher_use" ADD CONSTRAINT "store_voucher_use_tenant_id_event_order_id_fkey" FOREIGN KEY ("tenant_id", "event_order_id") REFERENCES "event_order"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

ALTER TABLE store_voucher ADD CONSTRAINT store_voucher_one_cart CHECK (cart_id IS NULL OR event_order_id IS NULL);
ALTER TABLE store_voucher_use ADD CONSTRAINT store_voucher_use_order
  CHECK (num_nonnulls(purchase_id, event_order_id) = 1);
