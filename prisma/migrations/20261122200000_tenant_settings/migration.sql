-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "audit_id" INTEGER NOT NULL DEFAULT 1;

-- What Prisma cannot express.

-- Requests change the settings of their own tenant, and nothing else of it. Callers that are limited to chapters change
-- none.
GRANT UPDATE (audit_id, is_real_estate_edition, mls_type, natreg_is_state_association, is_poe, family_contacts_enabled,
  role_required, tracks_certificates, organization_contact_id, default_contact_status_id, cors_origins)
  ON tenant TO guildhall_app;
DROP POLICY tenant_wall ON tenant;
CREATE POLICY tenant_wall ON tenant TO guildhall_app USING (id = current_tenant()) WITH CHECK (id = current_tenant());
