-- DropIndex
DROP INDEX "application_permission_client_id_key";

-- DropIndex
DROP INDEX "application_secret_hash_key";

-- CreateIndex
CREATE INDEX "application_permission_client_id_idx" ON "application_permission"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "application_permission_tenant_id_client_id_key" ON "application_permission"("tenant_id", "client_id");

-- CreateIndex
CREATE INDEX "application_secret_hash_idx" ON "application_secret"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "application_secret_tenant_id_hash_key" ON "application_secret"("tenant_id", "hash");
