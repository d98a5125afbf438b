-- Sponsorship types and sponsors.

-- CreateTable
CREATE TABLE "sponsorship_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "fee_item_id" INTEGER NOT NULL,
    "benefit_package_id" INTEGER,
    "max_quantity" INTEGER NOT NULL DEFAULT 0,
    "length_in_months" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "sponsorship_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "sponsor" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "status_id" SMALLINT NOT NULL DEFAULT 1,
    "price" DECIMAL(14,2) NOT NULL,
    "starts_on" DATE,
    "ends_on" DATE,
    "approval_count" INTEGER NOT NULL DEFAULT 0,
    "benefit_package_id" INTEGER,
    "invoice_id" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "sponsor_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "sponsorship_type_tenant_id_fee_item_id_idx" ON "sponsorship_type"("tenant_id", "fee_item_id");

-- CreateIndex
CREATE INDEX "sponsorship_type_tenant_id_benefit_package_id_idx" ON "sponsorship_type"("tenant_id", "benefit_package_id");

-- CreateIndex
CREATE UNIQUE INDEX "sponsorship_type_tenant_id_name_key_key" ON "sponsorship_type"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "sponsor_tenant_id_contact_id_idx" ON "sponsor"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "sponsor_tenant_id_type_id_idx" ON "sponsor"("tenant_id", "type_id");

-- CreateIndex
CREATE INDEX "sponsor_tenant_id_benefit_package_id_idx" ON "sponsor"("tenant_id", "benefit_package_id");

-- CreateIndex
CREATE INDEX "sponsor_tenant_id_invoice_id_idx" ON "sponsor"("tenant_id", "invoice_id");

-- AddForeignKey
ALTER TABLE "sponsorship_type" ADD CONSTRAINT "sponsorship_type_tenant_id_fee_item_id_fkey" FOREIGN KEY ("tenant_id", "fee_item_id") REFERENCES "fee_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sponsorship_type" ADD CONSTRAINT "sponsorship_type_tenant_id_benefit_package_id_fkey" FOREIGN KEY ("tenant_id", "benefit_package_id") REFERENCES "benefit_package"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sponsor" ADD CONSTRAINT "sponsor_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sponsor" ADD CONSTRAINT "sponsor_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "sponsorship_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sponsor" ADD CONSTRAINT "sponsor_tenant_id_benefit_package_id_fkey" FOREIGN KEY ("tenant_id", "benefit_package_id") REFERENCES "benefit_package"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sponsor" ADD CONSTRAINT "sponsor_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('sponsorship_type');
SELECT secure_tenant_table('sponsor');
SELECT chapter_wall_list('sponsorship_type');
SELECT chapter_wall_by_contact('sponsor', 'contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE sponsorship_type
  ADD CONSTRAINT sponsorship_type_quantity CHECK (max_quantity >= 0),
  ADD CONSTRAINT sponsorship_type_length CHECK (length_in_months > 0);
ALTER TABLE sponsor
  ADD CONSTRAINT sponsor_price CHECK (price >= 0),
  ADD CONSTRAINT sponsor_days CHECK (ends_on >= starts_on),
  ADD CONSTRAINT sponsor_status CHECK (status_id BETWEEN 1 AND 4),
  ADD CONSTRAINT sponsor_approved CHECK (status_id NOT IN (2, 4) OR starts_on IS NOT NULL);

-- by hand: sponsor_due
CREATE INDEX sponsor_due ON sponsor (tenant_id, ends_on) WHERE status_id = 2 AND deleted_at IS NULL AND ends_on IS NOT NULL;
