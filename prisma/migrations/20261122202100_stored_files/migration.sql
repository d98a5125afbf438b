-- CreateTable
CREATE TABLE "stored_file" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "storage_key" UUID NOT NULL DEFAULT gen_random_uuid(),
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "media_type" TEXT,
    "size" BIGINT,
    "sha256" TEXT,
    "owner_kind" TEXT,
    "owner_id" INTEGER,
    "contact_id" INTEGER,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "stored_file_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "stored_file_tenant_id_owner_kind_owner_id_idx" ON "stored_file"("tenant_id", "owner_kind", "owner_id");

-- CreateIndex
CREATE INDEX "stored_file_tenant_id_contact_id_idx" ON "stored_file"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "stored_file_expires_at_idx" ON "stored_file"("expires_at");

-- AddForeignKey
ALTER TABLE "stored_file" ADD CONSTRAINT "stored_file_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_tenant_id_image_file_id_fkey" FOREIGN KEY ("tenant_id", "image_file_id") REFERENCES "stored_file"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "image_thumbnail_id" INTEGER;

-- AddForeignKey
ALTER TABLE "contact" ADD CONSTRAINT "contact_tenant_id_image_thumbnail_id_fkey" FOREIGN KEY ("tenant_id", "image_thumbnail_id") REFERENCES "stored_file"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot express.

ALTER TABLE stored_file ADD CONSTRAINT stored_file_state CHECK (state IN ('pending', 'ready', 'deleting'));
ALTER TABLE stored_file ADD CONSTRAINT stored_file_complete
  CHECK (state <> 'ready' OR num_nulls(media_type, size, sha256) = 0);
ALTER TABLE stored_file ADD CONSTRAINT stored_file_owner CHECK (num_nonnulls(owner_kind, owner_id) IN (0, 2));
-- A file without an owner ends: nothing is kept that no record uses.
ALTER TABLE stored_file ADD CONSTRAINT stored_file_expiry CHECK ((owner_kind IS NULL) = (expires_at IS NOT NULL));

-- The foreign key looks for contacts with a file that is deleted.
CREATE INDEX contact_image_file ON contact (tenant_id, image_file_id) WHERE image_file_id IS NOT NULL;
CREATE INDEX contact_image_thumbnail ON contact (tenant_id, image_thumbnail_id) WHERE image_thumbnail_id IS NOT NULL;

SELECT secure_tenant_table('stored_file');
-- Owners of chapters see and change the files of their contacts, and their own uploads.
SELECT chapter_wall('stored_file',
  '(contact_id IS NOT NULL AND ' || within_chapters('stored_file.contact_id', 'readable_chapters')
    || ' OR contact_id IS NULL AND owner_kind IS NULL AND created_by = current_actor())',
  '(contact_id IS NOT NULL AND ' || within_chapters('stored_file.contact_id', 'editable_chapters')
    || ' OR contact_id IS NULL AND owner_kind IS NULL AND created_by = current_actor())');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

UPDATE role SET scopes = scopes || ARRAY['files:read', 'files:write']
  WHERE is_chapter_limited AND scopes @> ARRAY['contacts:write'] AND NOT scopes @> ARRAY['files:read'];
