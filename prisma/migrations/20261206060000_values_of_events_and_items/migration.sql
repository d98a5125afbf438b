-- Events and store items have values of custom fields. Callers that are limited to chapters read those records, so they
-- read the values too, as those of membership types. A field of an edition is like a field of its search type.
DO $$
DECLARE
  reads constant text := 'readable_chapters';
BEGIN
  EXECUTE format($p$ALTER POLICY chapter_read ON custom_field_value USING (tenant_id = current_tenant() AND (
      SELECT CASE
        WHEN w.carrier <= 3 THEN %1$s
        WHEN w.carrier = 4 THEN EXISTS (SELECT FROM membership wp WHERE wp.tenant_id = current_tenant()
          AND wp.id = custom_field_value.object_id AND %2$s)
        WHEN w.carrier IN (5, 6, 11) THEN true
        WHEN w.carrier = 8 THEN EXISTS (SELECT FROM directory_listing wp WHERE wp.tenant_id = current_tenant()
          AND wp.id = custom_field_value.object_id AND %2$s)
        ELSE false END
      FROM (SELECT CASE WHEN wf.object_type_id = 12 THEN wf.search_object_type_id ELSE wf.object_type_id END AS carrier
        FROM custom_field wf WHERE wf.tenant_id = current_tenant() AND wf.id = custom_field_value.field_id) w))$p$,
    within_chapters('custom_field_value.object_id', reads), within_chapters('wp.contact_id', reads));
END $$;

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
