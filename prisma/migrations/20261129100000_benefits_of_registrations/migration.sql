-- AlterTable
ALTER TABLE "event_registration" ADD COLUMN     "benefit_owner_id" INTEGER;

-- CreateIndex
CREATE INDEX "event_registration_tenant_id_benefit_owner_id_idx" ON "event_registration"("tenant_id", "benefit_owner_id");

-- AddForeignKey
ALTER TABLE "event_registration" ADD CONSTRAINT "event_registration_tenant_id_benefit_owner_id_fkey" FOREIGN KEY ("tenant_id", "benefit_owner_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
