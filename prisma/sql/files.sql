-- Constraints and indexes

ALTER TABLE stored_file ADD CONSTRAINT stored_file_complete CHECK (state <> 'ready' OR num_nulls(media_type, size, sha256) =
  0);
ALTER TABLE stored_file ADD CONSTRAINT stored_file_expiry CHECK ((owner_kind IS NULL) = (expires_at IS NOT NULL));
ALTER TABLE stored_file ADD CONSTRAINT stored_file_owner CHECK (num_nonnulls(owner_kind, owner_id) IN (0, 2));
ALTER TABLE stored_file ADD CONSTRAINT stored_file_state CHECK (state IN ('pending', 'ready', 'deleting'));

-- Functions and triggers

-- Files of these values belong to the event, the registration or the store item.
CREATE OR REPLACE FUNCTION own_value_file() RETURNS trigger LANGUAGE plpgsql AS $$
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
    WHEN carrier = 6 THEN 'event' WHEN carrier = 7 THEN 'eventregistration' WHEN carrier = 8 THEN 'directorylisting'
    WHEN carrier = 10 THEN 'project' WHEN carrier = 11 THEN 'storeitem' END;
  contact := CASE WHEN carrier <= 3 THEN NEW.object_id
    WHEN carrier = 4 THEN (SELECT m.contact_id FROM membership m WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.object_id)
    WHEN carrier = 7 THEN (SELECT r.contact_id FROM event_registration r
      WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.object_id)
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
CREATE TRIGGER own_changed_value_file AFTER UPDATE OF file_id, object_id ON custom_field_value FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL OR NEW.file_id IS NOT NULL) EXECUTE FUNCTION own_value_file();
CREATE TRIGGER own_value_file AFTER INSERT ON custom_field_value FOR EACH ROW
  WHEN (NEW.file_id IS NOT NULL) EXECUTE FUNCTION own_value_file();
CREATE TRIGGER release_value_file AFTER DELETE ON custom_field_value FOR EACH ROW
  WHEN (OLD.file_id IS NOT NULL) EXECUTE FUNCTION own_value_file();

-- Access

SELECT secure_tenant_table('stored_file');
-- Owners of chapters see and change the files of their contacts, and their own uploads.
SELECT chapter_wall('stored_file',
  '(contact_id IS NOT NULL AND ' || within_chapters('stored_file.contact_id', 'readable_chapters')
    || ' OR contact_id IS NULL AND owner_kind IS NULL AND created_by = current_actor())',
  '(contact_id IS NOT NULL AND ' || within_chapters('stored_file.contact_id', 'editable_chapters')
    || ' OR contact_id IS NULL AND owner_kind IS NULL AND created_by = current_actor())');
