-- AlterTable
ALTER TABLE "event_registration" ADD COLUMN     "transferred_from_id" INTEGER;

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_event_id_transferred_from_id_idx" ON "event_registration"("tenant_id", "event_id", "transferred_from_id");

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_event_id_transferred_from_id_fkey" FOREIGN KEY ("tenant_id", "event_id", "transferred_from_id") REFERENCES "event_registration"("tenant_id", "event_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
