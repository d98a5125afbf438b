-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "changes_order_id" BIGINT,
ADD COLUMN     "exchanged" DECIMAL(14,2) NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "event_order_tenant_id_event_id_changes_order_id_idx" ON "event_order"("tenant_id", "event_id", "changes_order_id");

-- AddForeignKey
ALTER TABLE "event_order" ADD CONSTRAINT "event_order_tenant_id_event_id_changes_order_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "changes_order_id") REFERENCES "event_order"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
