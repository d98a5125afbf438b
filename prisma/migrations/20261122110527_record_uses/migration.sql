-- CreateIndex
CREATE INDEX "contact_role_tenant_id_role_type_id_idx" ON "contact_role"("tenant_id", "role_type_id");

-- CreateIndex
CREATE INDEX "membership_tenant_id_level_id_idx" ON "membership"("tenant_id", "level_id");

-- CreateIndex
CREATE INDEX "membership_term_tenant_id_level_id_idx" ON "membership_term"("tenant_id", "level_id");
