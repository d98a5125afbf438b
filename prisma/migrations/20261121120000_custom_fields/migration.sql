-- AlterTable
ALTER TABLE "custom_field" ADD COLUMN     "form_section_id" INTEGER,
ADD COLUMN     "is_switched_on" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "mls_type" TEXT;

-- CreateTable
CREATE TABLE "form" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "form_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "form_section" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "form_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "display_order" INTEGER,

    CONSTRAINT "form_section_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "content_list" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "content_list_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "project_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "project_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "form_tenant_id_name_key_key" ON "form"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "form_section_tenant_id_form_id_name_key_key" ON "form_section"("tenant_id", "form_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "content_list_tenant_id_name_key_key" ON "content_list"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "project_type_tenant_id_name_key_key" ON "project_type"("tenant_id", "name_key");

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_form_section_id_fkey" FOREIGN KEY ("tenant_id", "form_section_id") REFERENCES "form_section"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_content_list_id_fkey" FOREIGN KEY ("tenant_id", "content_list_id") REFERENCES "content_list"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_form_id_fkey" FOREIGN KEY ("tenant_id", "form_id") REFERENCES "form"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_membership_type_id_fkey" FOREIGN KEY ("tenant_id", "membership_type_id") REFERENCES "membership_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_membership_level_id_fkey" FOREIGN KEY ("tenant_id", "membership_level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_project_type_id_fkey" FOREIGN KEY ("tenant_id", "project_type_id") REFERENCES "project_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "form_section" ADD CONSTRAINT "form_section_tenant_id_form_id_fkey" FOREIGN KEY ("tenant_id", "form_id") REFERENCES "form"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['form', 'form_section', 'content_list', 'project_type']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- A value is read against its field before it is written, and the field may have changed meanwhile: then the writer
-- begins anew (a serialization failure is tried again) and meets the field as it is now. Whoever changes a field holds
-- it for update before looking for values; the lock taken here waits for that, or is waited for. See docs/decisions/0026.
CREATE FUNCTION custom_field_value_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM custom_field f
    WHERE (f.tenant_id, f.id) IN (SELECT DISTINCT w.tenant_id, w.field_id FROM written w)
    ORDER BY f.tenant_id, f.id FOR KEY SHARE;
  IF EXISTS (
    SELECT FROM written w JOIN custom_field f ON f.tenant_id = w.tenant_id AND f.id = w.field_id
    WHERE f.deleted_at IS NOT NULL
      OR num_nonnulls(w.number_value) <> (f.data_type_id IN (2, 3, 4, 7, 15))::integer
      OR num_nonnulls(w.date_value) <> (f.data_type_id = 6)::integer
      OR (f.data_type_id IN (13, 14) AND f.external_data_source IS NULL AND NOT EXISTS (
        SELECT FROM custom_field_choice k WHERE k.tenant_id = w.tenant_id AND k.field_id = w.field_id AND k.id = w.ref_id)))
  THEN
    RAISE EXCEPTION 'a custom field changed while a value of it was written' USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER custom_field_value_added AFTER INSERT ON custom_field_value REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION custom_field_value_fits();
CREATE TRIGGER custom_field_value_changed AFTER UPDATE ON custom_field_value REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION custom_field_value_fits();
