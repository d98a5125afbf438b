-- AlterTable
ALTER TABLE "custom_field_value" ADD COLUMN     "file_id" INTEGER;

-- AddForeignKey
ALTER TABLE "custom_field_value" ADD CONSTRAINT "custom_field_value_tenant_id_file_id_fkey" FOREIGN KEY ("tenant_id", "file_id") REFERENCES "stored_file"("tenant_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What Prisma cannot express.

ALTER TABLE custom_field_value ADD CONSTRAINT custom_field_value_file CHECK (file_id IS NULL OR file_id = ref_id);
CREATE INDEX custom_field_value_file_id ON custom_field_value (tenant_id, file_id) WHERE file_id IS NOT NULL;

-- A file belongs to the record that has it as a value. Values are written, moved and deleted by many statements: saves,
-- imports, merges and the deletion of fields and records. A file that is no longer a value expires at once.
CREATE FUNCTION own_value_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  carrier integer;
  kind text;
  contact integer;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.file_id IS NOT NULL AND (TG_OP = 'DELETE' OR NEW.file_id IS DISTINCT FROM OLD.file_id) THEN
    UPDATE stored_file SET owner_kind = NULL, owner_id = NULL, expires_at = now()
      WHERE tenant_id = OLD.tenant_id AND id = OLD.file_id AND state = 'ready';
  END IF;
  IF TG_OP = 'DELETE' OR NEW.file_id IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT CASE WHEN f.object_type_id = 12 THEN f.search_object_type_id ELSE f.object_type_id END INTO carrier
    FROM custom_field f WHERE f.tenant_id = NEW.tenant_id AND f.id = NEW.field_id;
  kind := CASE WHEN carrier <= 3 THEN 'contact' WHEN carrier = 4 THEN 'membership' WHEN carrier = 5 THEN 'membershiptype'
    WHEN carrier = 8 THEN 'directorylisting' WHEN carrier = 10 THEN 'project' END;
  contact := CASE WHEN carrier <= 3 THEN NEW.object_id
    WHEN carrier = 4 THEN (SELECT m.contact_id FROM membership m WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.object_id)
    WHEN carrier = 8 THEN (SELECT l.contact_id FROM directory_listing l
      WHERE l.tenant_id = NEW.tenant_id AND l.id = NEW.object_id) END;
  UPDATE stored_file SET owner_kind = kind, owner_id = NEW.object_id, contact_id = contact, expires_at = NULL
    WHERE tenant_id = NEW.tenant_id AND id = NEW.file_id AND state = 'ready'
      AND (owner_kind IS NULL OR TG_OP = 'UPDATE' AND OLD.file_id = NEW.file_id);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'file % belongs to another record', NEW.file_id USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION own_value_file() FROM PUBLIC;
CREATE TRIGGER own_value_file AFTER INSERT ON custom_field_value FOR EACH ROW
  WHEN (NEW.file_id IS NOT NULL) EXECUTE FUNCTION own_value_file();
CREATE TRIGGER own_changed_value_file AFTER UPDATE OF file_id, object_id ON custom_field_value FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL OR NEW.file_id IS NOT NULL) EXECUTE FUNCTION own_value_file();
CREATE TRIGGER release_value_file AFTER DELETE ON custom_field_value FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL) EXECUTE FUNCTION own_value_file();
