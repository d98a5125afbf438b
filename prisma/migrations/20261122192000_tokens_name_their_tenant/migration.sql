-- DropIndex
DROP INDEX "oauth_code_hash_key";

-- DropIndex
DROP INDEX "oauth_token_access_hash_key";

-- DropIndex
DROP INDEX "oauth_token_refresh_hash_key";

-- CreateIndex
CREATE INDEX "oauth_code_hash_idx" ON "oauth_code"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_code_tenant_id_hash_key" ON "oauth_code"("tenant_id", "hash");

-- CreateIndex
CREATE INDEX "oauth_token_access_hash_idx" ON "oauth_token"("access_hash");

-- CreateIndex
CREATE INDEX "oauth_token_refresh_hash_idx" ON "oauth_token"("refresh_hash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_token_tenant_id_access_hash_key" ON "oauth_token"("tenant_id", "access_hash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_token_tenant_id_refresh_hash_key" ON "oauth_token"("tenant_id", "refresh_hash");
