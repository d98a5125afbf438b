-- Constraints and indexes

ALTER TABLE custom_field_response ADD CONSTRAINT custom_field_response_owner CHECK (num_nonnulls(sponsor_id, exhibitor_id)
  <= 1);
ALTER TABLE custom_field_value ADD CONSTRAINT custom_field_value_file CHECK (file_id IS NULL OR file_id = ref_id);

-- Storage names are unique among the fields that are not deleted.
CREATE UNIQUE INDEX custom_field_name ON custom_field (tenant_id, object_type_id, name_key) WHERE deleted_at IS NULL;
CREATE INDEX custom_field_value_file_id ON custom_field_value (tenant_id, file_id) WHERE file_id IS NOT NULL;
-- Ordinal and is_live stand in it, so that pages and totals are read from the index alone.
CREATE INDEX custom_field_value_order ON custom_field_value (tenant_id, field_id, sort_key, object_id)
  INCLUDE (ordinal) WHERE is_live;

-- Functions and triggers

CREATE OR REPLACE FUNCTION choice_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE custom_field_value v SET sort_key = choice_sort_key(NEW.display_order, NEW.id)
  WHERE v.tenant_id = NEW.tenant_id AND v.field_id = NEW.field_id AND v.ref_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION choice_moved() FROM PUBLIC;
CREATE TRIGGER choice_moved AFTER UPDATE OF display_order ON custom_field_choice FOR EACH ROW
  WHEN (OLD.display_order IS DISTINCT FROM NEW.display_order) EXECUTE FUNCTION choice_moved();

-- Choices are ordered as their list is: a move of one moves the values that have it.
CREATE OR REPLACE FUNCTION choice_sort_key(display_order integer, id integer) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN lpad(display_order::text, 10, '0') || lpad(id::text, 10, '0');

-- A value is read against its field before it is written, and the field may have changed meanwhile: then the writer
-- begins anew (a serialization failure is tried again) and meets the field as it is now. Every change of a field holds
-- it for update before looking for values; the lock taken here waits for that, or is waited for. See docs/decisions/0026.
CREATE OR REPLACE FUNCTION custom_field_value_fits() RETURNS trigger LANGUAGE plpgsql AS $$
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
REVOKE EXECUTE ON FUNCTION custom_field_value_fits() FROM PUBLIC;
CREATE TRIGGER custom_field_value_added AFTER INSERT ON custom_field_value REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION custom_field_value_fits();
CREATE TRIGGER custom_field_value_changed AFTER UPDATE ON custom_field_value REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION custom_field_value_fits();

-- Access

SELECT secure_tenant_table('custom_field_group');
SELECT chapter_wall_list('custom_field_group');

SELECT secure_tenant_table('custom_field');
SELECT chapter_wall_list('custom_field');

SELECT secure_tenant_table('custom_field_choice');
SELECT chapter_wall_list('custom_field_choice');

SELECT secure_tenant_table('custom_field_child');
SELECT chapter_wall_list('custom_field_child');

SELECT secure_tenant_table('custom_field_value');
-- Values of custom fields belong to what their field is of: 1 to 3 a contact, 4 a membership, 5 a membership type, 8 an entry of
-- a directory; fields of editions, 12, to what they are for.
DO $$
DECLARE
  chapters text;
  conditions text[] := '{}';
BEGIN
  FOREACH chapters IN ARRAY ARRAY['readable_chapters', 'editable_chapters'] LOOP
    conditions := conditions || format($c$(SELECT CASE
        WHEN wf.object_type_id <= 3 OR wf.object_type_id = 12 AND wf.search_object_type_id <= 3 THEN %1$s
        WHEN wf.object_type_id = 4 THEN EXISTS (SELECT FROM membership wp WHERE wp.tenant_id = current_tenant()
          AND wp.id = custom_field_value.object_id AND %2$s)
        WHEN wf.object_type_id = 5 THEN %3$s
        WHEN wf.object_type_id = 8 THEN EXISTS (SELECT FROM directory_listing wp WHERE wp.tenant_id = current_tenant()
          AND wp.id = custom_field_value.object_id AND %2$s)
        ELSE false END
      FROM custom_field wf WHERE wf.tenant_id = current_tenant() AND wf.id = custom_field_value.field_id)$c$,
      within_chapters('custom_field_value.object_id', chapters), within_chapters('wp.contact_id', chapters),
      (chapters = 'readable_chapters')::text);
  END LOOP;
  PERFORM chapter_wall('custom_field_value', conditions[1], conditions[2]);
END $$;
-- Callers that are limited to chapters read events and store items, so they read the values too, as those of membership types.
-- A field of an edition is like a field of its search type.
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

SELECT secure_tenant_table('custom_field_response');
SELECT chapter_wall_by_parent('custom_field_response', 'order_id,event_order,contact_id');

SELECT secure_tenant_table('custom_field_listing_type');
SELECT chapter_wall_list('custom_field_listing_type');

SELECT secure_tenant_table('directory');
SELECT chapter_wall_list('directory');

SELECT secure_tenant_table('directory_listing_type');
SELECT chapter_wall_list('directory_listing_type');

SELECT secure_tenant_table('directory_listing');
SELECT chapter_wall_by_contact('directory_listing', 'contact_id');

SELECT secure_tenant_table('form');
SELECT chapter_wall_list('form');

SELECT secure_tenant_table('form_section');
SELECT chapter_wall_list('form_section');

SELECT secure_tenant_table('content_list');
SELECT chapter_wall_list('content_list');

SELECT secure_tenant_table('project_type');
SELECT chapter_wall_list('project_type');
