-- The check of the file store reads the files of a tenant in the order of their keys.

-- CreateIndex
CREATE UNIQUE INDEX "stored_file_tenant_id_storage_key_key" ON "stored_file"("tenant_id", "storage_key");
