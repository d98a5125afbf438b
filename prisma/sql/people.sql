-- Constraints and indexes

ALTER TABLE import_run ADD CONSTRAINT import_run_percent CHECK (percent BETWEEN 0 AND 100);
ALTER TABLE import_run ADD CONSTRAINT import_run_status CHECK (status IN ('Queued', 'Running', 'Completed', 'Failed',
  'Cancelled'));
ALTER TABLE import_run DROP CONSTRAINT import_run_tenant_id_dry_run_id_fkey;
ALTER TABLE import_run ADD CONSTRAINT import_run_tenant_id_dry_run_id_fkey FOREIGN KEY (tenant_id, dry_run_id) REFERENCES
  import_run(tenant_id, id) ON DELETE SET NULL (dry_run_id);

CREATE INDEX contact_by_account_number ON contact (tenant_id, (CASE WHEN account_number IS NULL THEN '' ELSE account_number
  END), id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_balance ON contact (tenant_id, balance_cents, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
-- Optional texts are ordered with missing ones as empty: continuations compare rows, and nothing may be null there.
-- CASE, because COALESCE does not count as leakproof and would be compared behind the wall only, without the index.
CREATE INDEX contact_by_city ON contact (tenant_id, (CASE WHEN city IS NULL THEN '' ELSE city END), id) WHERE deleted_at IS
  NULL AND NOT is_unmatched;
CREATE INDEX contact_by_email ON contact (tenant_id, (CASE WHEN email_address IS NULL THEN '' ELSE email_address END), id)
  WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_first_name ON contact (tenant_id, first_name_key, last_name_key)
  WHERE deleted_at IS NULL AND system_type_id = 1;
CREATE INDEX contact_by_id ON contact (tenant_id, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
-- Contacts that a sponsor of an event may be are found by similar names (people/contacts/candidates).
CREATE INDEX contact_by_last_name ON contact (tenant_id, last_name_key, first_name_key)
  WHERE deleted_at IS NULL AND system_type_id = 1;
-- Only what lists show is in these: neither deleted nor unmatched contacts.
CREATE INDEX contact_by_name ON contact (tenant_id, sort_name, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_status ON contact (tenant_id, status_id, sort_name, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_type ON contact (tenant_id, system_type_id, sort_name, id) WHERE deleted_at IS NULL AND NOT
  is_unmatched;
DROP INDEX contact_feed;
CREATE INDEX contact_feed ON contact (tenant_id, modified_at, id) WHERE NOT is_unmatched;
-- The foreign key looks for contacts with a file that is deleted.
CREATE INDEX contact_image_file ON contact (tenant_id, image_file_id) WHERE image_file_id IS NOT NULL;
CREATE INDEX contact_image_thumbnail ON contact (tenant_id, image_thumbnail_id) WHERE image_thumbnail_id IS NOT NULL;
CREATE INDEX contact_merged ON contact (tenant_id, merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX contact_organization_key ON contact (tenant_id, organization_name_key) WHERE deleted_at IS NULL AND
  system_type_id = 2;
CREATE INDEX contact_primary_contact ON contact (tenant_id, primary_contact_id) WHERE primary_contact_id IS NOT NULL;
CREATE INDEX contact_primary_organization ON contact (tenant_id, primary_organization_id) WHERE primary_organization_id IS
  NOT NULL;
-- The list of people that match no contact yet: few rows of a large table.
CREATE INDEX contact_unmatched ON contact (tenant_id, id) WHERE deleted_at IS NULL AND is_unmatched;
-- The winners of merged contacts, found by the ids of the losers without a visit to the table.
CREATE INDEX contact_winner ON contact (tenant_id, id) INCLUDE (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE UNIQUE INDEX contact_group_name ON contact_group (tenant_id, lower(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX contact_relationship_type_name ON contact_relationship_type (tenant_id, system_type_id, lower(name));
CREATE INDEX contact_role_ends ON contact_role (tenant_id, end_date) WHERE end_date IS NOT NULL;
CREATE UNIQUE INDEX contact_role_source ON contact_role (tenant_id, source_connection_id, source_role_id)
  WHERE source_connection_id IS NOT NULL;
CREATE INDEX contact_role_starts ON contact_role (tenant_id, start_date) WHERE start_date IS NOT NULL;
CREATE INDEX "import_run_failed" ON "import_run" ("tenant_id", "id") WHERE "status" = 'Failed';
CREATE INDEX import_run_finished ON import_run (tenant_id, finished_at, id);
CREATE INDEX "import_run_open" ON "import_run" ("created_at") WHERE "status" IN ('Queued', 'Running') AND "file_id" IS NOT
  NULL;

-- Functions and triggers

-- Exact totals of listed contacts by kind and status. A slot per backend, so that writers seldom meet.
CREATE OR REPLACE FUNCTION contact_count_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'contact:' || system_type_id || ':' || status_id, pg_backend_pid() % 8, count(*)
    FROM added WHERE deleted_at IS NULL AND NOT is_unmatched GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'contact:' || system_type_id || ':' || status_id, pg_backend_pid() % 8, -count(*)
    FROM removed WHERE deleted_at IS NULL AND NOT is_unmatched GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'contact:' || system_type_id || ':' || status_id, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, system_type_id, status_id, 1 AS d FROM added WHERE deleted_at IS NULL AND NOT is_unmatched
          UNION ALL
          SELECT tenant_id, system_type_id, status_id, -1 FROM removed WHERE deleted_at IS NULL AND NOT is_unmatched) changed
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION contact_count_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION contact_count_changed() FROM PUBLIC;
CREATE TRIGGER contact_count_delete AFTER DELETE ON contact REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION contact_count_changed();
CREATE TRIGGER contact_count_insert AFTER INSERT ON contact REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION contact_count_changed();
CREATE TRIGGER contact_count_update AFTER UPDATE ON contact REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION contact_count_changed();

CREATE OR REPLACE FUNCTION contact_listed_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE contact_group_member SET is_listed = NEW.deleted_at IS NULL AND NOT NEW.is_unmatched
    WHERE tenant_id = NEW.tenant_id AND contact_id = NEW.id;
  RETURN NULL;
END $$;
ALTER FUNCTION contact_listed_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION contact_listed_changed() FROM PUBLIC;
CREATE TRIGGER contact_listed_changed AFTER UPDATE OF deleted_at, is_unmatched ON contact FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL AND NOT OLD.is_unmatched) <> (NEW.deleted_at IS NULL AND NOT NEW.is_unmatched))
  EXECUTE FUNCTION contact_listed_changed();

-- Parts of contacts that a statement adds are checked together: imports and saves insert many rows, and a function call for
-- each took a third of the time of the insert. A row that exists already (ON CONFLICT DO UPDATE) is checked as an UPDATE.
CREATE OR REPLACE FUNCTION contact_parts_added() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- OFFSET 0 keeps the lookup of each contact by its key: the plan is kept for statements of any number of rows.
  PERFORM require_unsynchronized(a.tenant_id, a.contact_id, TG_ARGV[0]::integer)
    FROM added a CROSS JOIN LATERAL (
      SELECT c.source_connection_id FROM contact c WHERE c.tenant_id = a.tenant_id AND c.id = a.contact_id OFFSET 0
    ) c WHERE c.source_connection_id IS NOT NULL;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION contact_parts_added() FROM PUBLIC;
CREATE TRIGGER contact_address_added AFTER INSERT ON contact_address REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION contact_parts_added('4');
CREATE TRIGGER contact_email_added AFTER INSERT ON contact_email REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION contact_parts_added('2');
CREATE TRIGGER contact_phone_added AFTER INSERT ON contact_phone REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION contact_parts_added('2');
CREATE TRIGGER contact_website_added AFTER INSERT ON contact_website REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION contact_parts_added('2');

CREATE OR REPLACE FUNCTION member_contact_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM member_login m WHERE m.tenant_id = NEW.tenant_id AND m.contact_id = NEW.id) THEN
    PERFORM pg_notify('guildhall_credentials', NEW.tenant_id::text);
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION member_contact_deleted() FROM PUBLIC;
CREATE TRIGGER member_contact_deleted AFTER UPDATE OF deleted_at ON contact FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION member_contact_deleted();

-- Access

SELECT secure_tenant_table('contact');
-- A contact that was merged goes where its winner is.
SELECT chapter_wall('contact', '(' || within_chapters('contact.id', 'readable_chapters')
    || ' OR merged_into_id IS NOT NULL AND ' || within_chapters('contact.merged_into_id', 'readable_chapters') || ')',
  within_chapters('contact.id', 'editable_chapters'));
REVOKE DELETE ON contact FROM guildhall_chapter;

SELECT secure_tenant_table('contact_email');
SELECT chapter_wall_by_contact('contact_email', 'contact_id');

SELECT secure_tenant_table('contact_phone');
SELECT chapter_wall_by_contact('contact_phone', 'contact_id');

SELECT secure_tenant_table('contact_website');
SELECT chapter_wall_by_contact('contact_website', 'contact_id');

SELECT secure_tenant_table('address');
SELECT chapter_wall('address',
  '(EXISTS (SELECT FROM contact_address wu WHERE wu.tenant_id = current_tenant() AND wu.address_id = address.id)
    OR is_address_within(current_tenant(), id, ''{}''))', 'is_address_within(current_tenant(), id, editable_chapters())');

SELECT secure_tenant_table('contact_address');
SELECT chapter_wall_by_contact('contact_address', 'contact_id');

SELECT secure_tenant_table('contact_role_type');
SELECT chapter_wall_list('contact_role_type');

SELECT secure_tenant_table('contact_role');
SELECT chapter_wall_by_contact('contact_role', 'contact_id', 'organization_id');

SELECT secure_tenant_table('contact_designation');
SELECT chapter_wall_by_contact('contact_designation', 'contact_id');

SELECT secure_tenant_table('tag');
SELECT chapter_wall_list('tag');

SELECT secure_tenant_table('contact_tag');
SELECT chapter_wall_by_contact('contact_tag', 'contact_id');

SELECT secure_tenant_table('contact_activity');
SELECT chapter_wall_by_contact('contact_activity', 'contact_id');

SELECT secure_tenant_table('contact_communication');
SELECT chapter_wall_by_contact('contact_communication', 'contact_id');

SELECT secure_tenant_table('category_list');
SELECT chapter_wall_list('category_list');

SELECT secure_tenant_table('category_item');
SELECT chapter_wall_list('category_item');

SELECT secure_tenant_table('contact_category');
SELECT chapter_wall_by_contact('contact_category', 'contact_id');

SELECT secure_tenant_table('contact_relationship_type');
SELECT chapter_wall_list('contact_relationship_type');

SELECT secure_tenant_table('contact_relationship');
SELECT chapter_wall_by_contact('contact_relationship', 'contact_id', 'other_contact_id');

SELECT secure_tenant_table('certification');
SELECT chapter_wall_list('certification');

SELECT secure_tenant_table('contact_certification');
SELECT chapter_wall_by_contact('contact_certification', 'contact_id');

SELECT secure_tenant_table('contact_group');
SELECT chapter_wall_list('contact_group');

SELECT secure_tenant_table('contact_group_category');
SELECT chapter_wall_list('contact_group_category');

SELECT secure_tenant_table('contact_group_member');
SELECT chapter_wall_by_contact('contact_group_member', 'contact_id');

SELECT secure_tenant_table('contact_record');
SELECT chapter_wall_by_contact('contact_record', 'contact_id');

SELECT secure_tenant_table('signature');
-- One's own.
SELECT chapter_wall('signature', 'owner = current_actor()', 'owner = current_actor()');

SELECT secure_tenant_table('import_run');
SELECT chapter_wall_closed('import_run');

SELECT secure_tenant_table('import_refused_row');
SELECT chapter_wall_closed('import_refused_row');
REVOKE USAGE ON SEQUENCE import_run_id_seq FROM guildhall_chapter;
