-- AlterTable
ALTER TABLE "association_member" ADD COLUMN     "local_clocks" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "noted_audit_id" INTEGER NOT NULL DEFAULT 0;

-- Edits count from now on.
UPDATE "association_member" m SET "noted_audit_id" = c."audit_id"
FROM "contact" c WHERE c."tenant_id" = m."tenant_id" AND c."id" = m."contact_id";
