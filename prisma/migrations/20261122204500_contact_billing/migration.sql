-- CreateTable
CREATE TABLE "contact_billing" (
    "tenant_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "is_tax_exempt" BOOLEAN NOT NULL DEFAULT false,
    "bill_with_parent" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "contact_billing_pkey" PRIMARY KEY ("tenant_id","contact_id")
);

-- AddForeignKey
ALTER TABLE "contact_billing" ADD CONSTRAINT "contact_billing_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('contact_billing');
SELECT chapter_wall_by_contact('contact_billing', 'contact_id');
