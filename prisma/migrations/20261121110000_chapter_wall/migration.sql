-- AlterTable
ALTER TABLE "role" ADD COLUMN     "is_chapter_limited" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "chapter_departure" (
    "tenant_id" INTEGER NOT NULL,
    "chapter_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "system_type_id" SMALLINT NOT NULL,
    "left_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chapter_departure_pkey" PRIMARY KEY ("tenant_id","chapter_id","contact_id")
);

-- CreateIndex
CREATE INDEX "chapter_departure_tenant_id_left_at_idx" ON "chapter_departure"("tenant_id", "left_at");

-- ---------------------------------------------------------------------------------------------------------------
-- The wall around chapters: see docs/decisions/0023. Whoever is limited to chapters runs as guildhall_chapter, on
-- connections of its own, behind policies of its own; those of guildhall_app, and with them the plans of everybody
-- else's statements, stay as they are.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'guildhall_chapter') THEN
    BEGIN
      CREATE ROLE guildhall_chapter NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of the same server was faster
    END;
  END IF;
  BEGIN
    SET LOCAL ROLE guildhall_chapter;
    SET LOCAL ROLE NONE;
  EXCEPTION WHEN insufficient_privilege THEN
    GRANT guildhall_chapter TO CURRENT_USER;
  END;
END $$;
GRANT USAGE ON SCHEMA public TO guildhall_chapter;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_chapter;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO guildhall_chapter;
-- Only while functions are handed to it, at the end of this migration taken back.
GRANT CREATE ON SCHEMA public TO guildhall_system;

SELECT secure_tenant_table('chapter_departure');
-- Written by a trigger alone.
REVOKE INSERT, UPDATE, DELETE ON chapter_departure FROM guildhall_app;

-- The chapters of the connection: none where nothing was said.
CREATE FUNCTION readable_chapters() RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(nullif(current_setting('guildhall.chapters', true), ''), '{}')::integer[] $$;
CREATE FUNCTION editable_chapters() RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(nullif(current_setting('guildhall.editable_chapters', true), ''), '{}')::integer[] $$;
-- Who acts, as history names them: "login:3".
CREATE FUNCTION current_actor() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('guildhall.actor', true), '') $$;
-- Whether the session is one behind the wall around chapters, inside of a SECURITY DEFINER function too.
CREATE FUNCTION is_chapter_limited() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('role', true) = 'guildhall_chapter' $$;

-- The condition that a column names a contact of the chapters: one that is in them, or that they are. `chapters` is
-- one of the two functions above. Written out in each policy: a function would be called for each row.
CREATE FUNCTION within_chapters(contact_column text, chapters text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('(EXISTS (SELECT FROM contact_chapter wm WHERE wm.tenant_id = current_tenant() AND wm.contact_id = %1$s
      AND wm.chapter_id = ANY (%2$s()))
    OR EXISTS (SELECT FROM chapter wh WHERE wh.tenant_id = current_tenant() AND wh.organization_id = %1$s
      AND wh.id = ANY (%2$s())))', contact_column, chapters)
$$;

-- Puts the wall around chapters through a tenant's table: `reads` is the condition for seeing a row, `writes` the one
-- for adding, changing and removing it. Grants go as far as those of guildhall_app and no further.
CREATE FUNCTION chapter_wall(target regclass, reads text, writes text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  privilege text;
BEGIN
  EXECUTE format('CREATE POLICY chapter_read ON %s FOR SELECT TO guildhall_chapter
    USING (tenant_id = current_tenant() AND %s)', target, reads);
  EXECUTE format('CREATE POLICY chapter_add ON %s FOR INSERT TO guildhall_chapter
    WITH CHECK (tenant_id = current_tenant() AND %s)', target, writes);
  EXECUTE format('CREATE POLICY chapter_change ON %1$s FOR UPDATE TO guildhall_chapter
    USING (tenant_id = current_tenant() AND %2$s) WITH CHECK (tenant_id = current_tenant() AND %2$s)', target, writes);
  EXECUTE format('CREATE POLICY chapter_remove ON %s FOR DELETE TO guildhall_chapter
    USING (tenant_id = current_tenant() AND %s)', target, writes);
  FOREACH privilege IN ARRAY ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] LOOP
    IF has_table_privilege('guildhall_app', target, privilege) THEN
      EXECUTE format('GRANT %s ON %s TO guildhall_chapter', privilege, target);
    END IF;
  END LOOP;
END $$;

-- Rows that hang on contacts, by one column or several: all that are named must be of the chapters, and one is.
CREATE FUNCTION chapter_wall_by_contact(target regclass, VARIADIC contact_columns text[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  conditions text[] := '{}';
  chapters text;
BEGIN
  FOREACH chapters IN ARRAY ARRAY['readable_chapters', 'editable_chapters'] LOOP
    conditions := conditions || (
      SELECT string_agg(CASE WHEN a.attnotnull THEN condition ELSE format('(%s IS NULL OR %s)', name, condition) END, ' AND ')
        || CASE WHEN bool_or(a.attnotnull) THEN '' ELSE format(' AND num_nonnulls(%s) > 0', string_agg(name, ', ')) END
      FROM pg_attribute a, format('%s.%I', target, a.attname) AS name, within_chapters(name, chapters) AS condition
      WHERE a.attrelid = target AND a.attname = ANY (contact_columns));
  END LOOP;
  PERFORM chapter_wall(target, conditions[1], conditions[2]);
END $$;

-- Rows that are parts of such rows: of one each of the parents named, as '{"<column>,<parent>,<its contact>"}'.
CREATE FUNCTION chapter_wall_by_parent(target regclass, VARIADIC parents text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  conditions text[] := '{}';
  chapters text;
BEGIN
  FOREACH chapters IN ARRAY ARRAY['readable_chapters', 'editable_chapters'] LOOP
    conditions := conditions || (
      SELECT string_agg(format('EXISTS (SELECT FROM %s wp WHERE wp.tenant_id = current_tenant() AND wp.id = %s.%I AND %s)',
        p.part[2]::regclass, target, p.part[1], within_chapters(format('wp.%I', p.part[3]), chapters)), ' AND ')
      FROM (SELECT string_to_array(text, ',') AS part FROM unnest(parents) AS text) p);
  END LOOP;
  PERFORM chapter_wall(target, conditions[1], conditions[2]);
END $$;

-- Value lists of the tenant: read by everybody and held while they are used, never changed. A right to one column is
-- what PostgreSQL asks of whoever locks a row; that nothing is written, the policy sees to.
CREATE FUNCTION chapter_wall_list(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY chapter_read ON %s FOR SELECT TO guildhall_chapter
    USING (tenant_id = current_tenant())', target);
  EXECUTE format('CREATE POLICY chapter_change ON %s FOR UPDATE TO guildhall_chapter
    USING (tenant_id = current_tenant()) WITH CHECK (false)', target);
  EXECUTE format('GRANT SELECT, UPDATE (tenant_id) ON %s TO guildhall_chapter', target);
END $$;

-- Tables that are no business of a chapter's owner. The policy says that somebody has thought about it.
CREATE FUNCTION chapter_wall_closed(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY chapter_closed ON %s TO guildhall_chapter USING (false) WITH CHECK (false)', target);
END $$;

-- Chapters and who is in them decide what is seen; their own rows depend on nothing else.
SELECT chapter_wall('chapter', 'id = ANY (readable_chapters())', 'false');
SELECT chapter_wall('contact_chapter', 'chapter_id = ANY (readable_chapters())', 'false');
SELECT chapter_wall('chapter_departure', 'chapter_id = ANY (readable_chapters())', 'false');
SELECT chapter_wall('chapter_owner',
  'chapter_id = ANY (readable_chapters()) AND ' || within_chapters('chapter_owner.contact_id', 'readable_chapters'), 'false');
-- Who is in which chapter, and who owns it, is the staff's to say.
REVOKE INSERT, UPDATE, DELETE ON chapter, contact_chapter, chapter_departure, chapter_owner FROM guildhall_chapter;

-- A contact that was merged goes where its winner is.
SELECT chapter_wall('contact', '(' || within_chapters('contact.id', 'readable_chapters')
    || ' OR merged_into_id IS NOT NULL AND ' || within_chapters('contact.merged_into_id', 'readable_chapters') || ')',
  within_chapters('contact.id', 'editable_chapters'));
REVOKE DELETE ON contact FROM guildhall_chapter;

-- Addresses may be shared. They are seen where a contact of the chapters uses them, and changed or removed where no
-- other does. One that nobody uses is new, or was just given up.
CREATE FUNCTION is_address_within(place integer, chapters integer[]) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (SELECT FROM contact_address u WHERE u.tenant_id = current_tenant() AND u.address_id = place
    AND NOT EXISTS (SELECT FROM contact_chapter m WHERE m.tenant_id = u.tenant_id AND m.contact_id = u.contact_id
      AND m.chapter_id = ANY (chapters))
    AND NOT EXISTS (SELECT FROM chapter h WHERE h.tenant_id = u.tenant_id AND h.organization_id = u.contact_id
      AND h.id = ANY (chapters)))
$$;
ALTER FUNCTION is_address_within(integer, integer[]) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION is_address_within(integer, integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_address_within(integer, integer[]) TO guildhall_chapter;
SELECT chapter_wall('address',
  '(EXISTS (SELECT FROM contact_address wu WHERE wu.tenant_id = current_tenant() AND wu.address_id = address.id)
    OR is_address_within(id, ''{}''))', 'is_address_within(id, editable_chapters())');

-- A seat is seen with the contact that it belongs to, and one's own.
SELECT chapter_wall('staff', '(''login:'' || login_id = current_actor() OR contact_id IS NOT NULL AND '
  || within_chapters('staff.contact_id', 'readable_chapters') || ')', 'false');
REVOKE INSERT, UPDATE, DELETE ON staff FROM guildhall_chapter;

-- Values of custom fields hang on what their field is of: 1 to 3 a contact, 4 a membership, 5 a membership type, 8 an
-- entry of a directory; fields of editions, 12, on what they are for.
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

-- An address's wish to get no mail is seen with the contact that has the address; it may be added, not taken back.
SELECT chapter_wall('mail_suppression', 'EXISTS (SELECT FROM contact_email we WHERE we.tenant_id = current_tenant()
  AND we.address_key = mail_suppression.address_key)', 'EXISTS (SELECT FROM contact_email we
  WHERE we.tenant_id = current_tenant() AND we.address_key = mail_suppression.address_key AND '
  || within_chapters('we.contact_id', 'editable_chapters') || ')');
REVOKE UPDATE, DELETE ON mail_suppression FROM guildhall_chapter;

-- One's own.
SELECT chapter_wall('signature', 'owner = current_actor()', 'owner = current_actor()');
SELECT chapter_wall('idempotency_key', 'credential = current_actor()', 'credential = current_actor()');
-- History is written in one's own name, and not read.
SELECT chapter_wall('audit_entry', 'false', 'actor = current_actor()');
SELECT chapter_wall('outbox_event', 'false', 'actor = current_actor()');
REVOKE SELECT ON audit_entry, outbox_event FROM guildhall_chapter;
-- Numbers of invoices and payments are drawn by whoever makes one.
SELECT chapter_wall('number_series', 'true', 'true');

-- By rule from here on: the lists by name; what has a foreign key to a contact by it; what has one to such a row by
-- that; the rest is closed. Tables that later migrations make say so themselves: a test asks each for its policies.
DO $$
DECLARE
  item record;
  walled jsonb := '{}';
BEGIN
  FOR item IN
    SELECT n::regclass AS target FROM unnest(ARRAY['tag', 'category_list', 'category_item', 'contact_role_type',
      'contact_relationship_type', 'certification', 'contact_group', 'contact_group_category', 'membership_type',
      'membership_level', 'calendar', 'directory', 'directory_listing_type', 'custom_field_group', 'custom_field',
      'custom_field_choice', 'custom_field_child', 'custom_field_listing_type', 'payment_gateway', 'mail_template']) AS n
  LOOP
    PERFORM chapter_wall_list(item.target);
  END LOOP;

  -- Mail goes to a contact, though nothing holds it to one that is there.
  FOR item IN
    SELECT target, array_agg(name ORDER BY name) AS columns
    FROM (SELECT k.conrelid::regclass AS target, a.attname::text AS name
        FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
        WHERE k.contype = 'f' AND k.confrelid = 'contact'::regclass AND a.attname <> 'tenant_id'
        UNION SELECT 'mail_message', 'contact_id') referring
    WHERE NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = target AND p.polname LIKE 'chapter%')
    GROUP BY target
  LOOP
    PERFORM chapter_wall_by_contact(item.target, VARIADIC item.columns);
    walled := walled || jsonb_build_object(item.target::text, item.columns[1]);
  END LOOP;

  FOR item IN
    SELECT k.conrelid::regclass AS target, array_agg(concat_ws(',', a.attname, k.confrelid::regclass,
      walled ->> k.confrelid::regclass::text) ORDER BY a.attname) AS parents
    FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
    WHERE k.contype = 'f' AND walled ? k.confrelid::regclass::text AND a.attname <> 'tenant_id' AND a.attnotnull
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = k.conrelid AND p.polname LIKE 'chapter%')
    GROUP BY k.conrelid
  LOOP
    PERFORM chapter_wall_by_parent(item.target, VARIADIC item.parents);
  END LOOP;

  FOR item IN
    SELECT c.oid::regclass AS target FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname LIKE 'chapter%')
  LOOP
    PERFORM chapter_wall_closed(item.target);
  END LOOP;
END $$;

-- Global tables.
GRANT SELECT ON country, tenant TO guildhall_chapter;
CREATE POLICY chapter_read ON tenant FOR SELECT TO guildhall_chapter USING (id = current_tenant());
GRANT SELECT (id, display_name) ON login TO guildhall_chapter;
CREATE POLICY chapter_read ON login FOR SELECT TO guildhall_chapter USING (id IN (SELECT login_id FROM staff));

-- A contact that a limited caller creates is in the first of its editable chapters before it is there itself, so that
-- one rule holds for it and for all that is written with it. The id is drawn here: nobody else can have it, so nobody's
-- contact can be claimed. The foreign key waits for the end of the transaction.
ALTER TABLE contact_chapter ALTER CONSTRAINT contact_chapter_tenant_id_contact_id_fkey DEFERRABLE INITIALLY IMMEDIATE;
CREATE FUNCTION new_chapter_contact() RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made constant integer := nextval('contact_id_seq');
  chapter constant integer := (SELECT min(c) FROM unnest(editable_chapters()) AS c);
BEGIN
  IF chapter IS NULL THEN
    RAISE EXCEPTION 'there is no chapter to put a contact into' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SET CONSTRAINTS contact_chapter_tenant_id_contact_id_fkey DEFERRED;
  INSERT INTO contact_chapter (tenant_id, contact_id, chapter_id, is_primary)
    VALUES (current_tenant(), made, chapter, true);
  RETURN made;
END $$;
ALTER FUNCTION new_chapter_contact() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION new_chapter_contact() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION new_chapter_contact() TO guildhall_chapter;

GRANT EXECUTE ON FUNCTION enqueue_jobs(json) TO guildhall_chapter;

-- Search for the contacts of the chapters alone; for everybody else as before.
CREATE OR REPLACE FUNCTION contact_search(wanted tsquery) RETURNS TABLE (id integer, sort_name text, system_type_id smallint,
    status_id smallint, city text, email_address text, account_number text, balance_cents bigint, modified_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 100
  AS $$
BEGIN
  IF current_tenant() IS NULL THEN
    RAISE EXCEPTION 'contact_search needs a tenant' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF is_chapter_limited() THEN
    RETURN QUERY SELECT c.id, c.sort_name, c.system_type_id, c.status_id, c.city, c.email_address, c.account_number,
        c.balance_cents, c.modified_at
      FROM contact c
      WHERE c.tenant_id + 0 = current_tenant() AND c.search @@ wanted AND c.deleted_at IS NULL AND NOT c.is_unmatched
        AND (EXISTS (SELECT FROM contact_chapter m WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id
            AND m.chapter_id = ANY (readable_chapters()))
          OR EXISTS (SELECT FROM chapter h WHERE h.tenant_id = c.tenant_id AND h.organization_id = c.id
            AND h.id = ANY (readable_chapters())));
    RETURN;
  END IF;
  -- "+ 0" keeps the planner from the indexes by tenant: a plan made for a small tenant would read all of a large one.
  RETURN QUERY SELECT c.id, c.sort_name, c.system_type_id, c.status_id, c.city, c.email_address, c.account_number,
      c.balance_cents, c.modified_at
    FROM contact c
    WHERE c.tenant_id + 0 = current_tenant() AND c.search @@ wanted AND c.deleted_at IS NULL AND NOT c.is_unmatched;
END $$;
GRANT EXECUTE ON FUNCTION contact_search(tsquery) TO guildhall_chapter;

-- Joining and leaving a chapter is a change of the contact and shows in the change feed. Looked at when the transaction
-- ends: as a rule whoever moved the contact has changed its row as well, and nothing is left to do.
CREATE FUNCTION chapter_move_shows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE contact SET origin = origin
    WHERE tenant_id = NEW.tenant_id AND id = NEW.contact_id AND xmin <> pg_current_xact_id()::xid;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE contact SET origin = origin
    WHERE tenant_id = OLD.tenant_id AND id = OLD.contact_id AND xmin <> pg_current_xact_id()::xid;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION chapter_move_shows() OWNER TO guildhall_system;
CREATE CONSTRAINT TRIGGER chapter_move_shows AFTER INSERT OR DELETE OR UPDATE OF contact_id, chapter_id ON contact_chapter
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chapter_move_shows();

-- To whom a contact is lost it shows as gone: its departure is kept until it comes back.
CREATE FUNCTION chapter_members_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO chapter_departure (tenant_id, chapter_id, contact_id, system_type_id, left_at)
    SELECT r.tenant_id, r.chapter_id, r.contact_id, c.system_type_id, now()
    FROM removed r JOIN contact c ON c.tenant_id = r.tenant_id AND c.id = r.contact_id
    WHERE NOT EXISTS (SELECT FROM contact_chapter k
      WHERE k.tenant_id = r.tenant_id AND k.contact_id = r.contact_id AND k.chapter_id = r.chapter_id)
    ON CONFLICT (tenant_id, chapter_id, contact_id) DO UPDATE SET left_at = excluded.left_at;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    DELETE FROM chapter_departure d USING added a
    WHERE d.tenant_id = a.tenant_id AND d.chapter_id = a.chapter_id AND d.contact_id = a.contact_id;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION chapter_members_changed() OWNER TO guildhall_system;
CREATE TRIGGER chapter_members_added AFTER INSERT ON contact_chapter REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION chapter_members_changed();
CREATE TRIGGER chapter_members_moved AFTER UPDATE ON contact_chapter REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION chapter_members_changed();
CREATE TRIGGER chapter_members_removed AFTER DELETE ON contact_chapter REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION chapter_members_changed();

-- A departure is stamped like a contact's row (contact_feed_stamp), so that the feed's horizon holds for it too.
CREATE FUNCTION chapter_departure_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('guildhall.feed_lock', true) IS DISTINCT FROM NEW.tenant_id || ':' || pg_current_xact_id()::text THEN
    PERFORM pg_advisory_xact_lock_shared(NEW.tenant_id, feed_millisecond(clock_timestamp()));
    PERFORM set_config('guildhall.feed_lock', NEW.tenant_id || ':' || pg_current_xact_id()::text, true);
  END IF;
  NEW.left_at := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END $$;
CREATE TRIGGER chapter_departure_stamp BEFORE INSERT OR UPDATE ON chapter_departure
  FOR EACH ROW EXECUTE FUNCTION chapter_departure_stamp();
REVOKE CREATE ON SCHEMA public FROM guildhall_system;

-- The feed of a limited caller: the contacts of its chapters as they are, and those that it has lost, without a name.
-- Each is asked for as many rows as are wanted; of both together the first are taken.
CREATE FUNCTION chapter_departures(since timestamptz, horizon timestamptz, wanted integer)
  RETURNS TABLE (id integer, display_name text, modified_at timestamptz, deleted_at timestamptz, system_type_id smallint)
  LANGUAGE sql STABLE AS $$
  SELECT d.contact_id, NULL::text, max(d.left_at), max(d.left_at), min(d.system_type_id)
  FROM chapter_departure d
  WHERE d.tenant_id = current_tenant() AND d.left_at < horizon AND is_chapter_limited()
    AND NOT EXISTS (SELECT FROM contact c WHERE c.tenant_id = d.tenant_id AND c.id = d.contact_id)
  GROUP BY d.contact_id HAVING max(d.left_at) > since
  ORDER BY 3 FETCH FIRST wanted ROWS WITH TIES
$$;
CREATE OR REPLACE FUNCTION contact_changes(since timestamptz, wanted integer) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  tenant constant integer := current_tenant();
  horizon timestamptz;
  answer text;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'contact_changes needs a snapshot of its own: read committed';
  END IF;
  horizon := feed_horizon();
  IF is_chapter_limited() THEN
    SELECT coalesce(json_agg(r), '[]'::json)::text INTO answer FROM (
      SELECT f.id AS "ContactId", f.display_name AS "DisplayName",
        to_char(f.modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "ModifiedDate",
        f.deleted_at IS NOT NULL AS "IsDeleted", f.system_type_id AS "SystemContactTypeId"
      FROM (
        SELECT * FROM (
          (SELECT c.id, c.display_name, c.modified_at, c.deleted_at, c.system_type_id FROM contact c
            WHERE c.tenant_id = tenant AND NOT c.is_unmatched AND c.modified_at > since AND c.modified_at < horizon
            ORDER BY c.modified_at FETCH FIRST wanted ROWS WITH TIES)
          UNION ALL SELECT * FROM chapter_departures(since, horizon, wanted)) both_kinds
        ORDER BY modified_at FETCH FIRST wanted ROWS WITH TIES
      ) f ORDER BY f.modified_at, f.id
    ) r;
    RETURN answer;
  END IF;
  SELECT coalesce(json_agg(r), '[]'::json)::text INTO answer FROM (
    SELECT f.id AS "ContactId", f.display_name AS "DisplayName",
      to_char(f.modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "ModifiedDate",
      f.deleted_at IS NOT NULL AS "IsDeleted", f.system_type_id AS "SystemContactTypeId"
    FROM (
      SELECT c.id, c.display_name, c.modified_at, c.deleted_at, c.system_type_id FROM contact c
      WHERE c.tenant_id = tenant AND NOT c.is_unmatched AND c.modified_at > since AND c.modified_at < horizon
      ORDER BY c.modified_at FETCH FIRST wanted ROWS WITH TIES
    ) f ORDER BY f.modified_at, f.id
  ) r;
  RETURN answer;
END $$;

-- What an owner may reach is part of the credential.
CREATE TRIGGER credentials_changed AFTER INSERT OR UPDATE OR DELETE ON chapter_owner
  FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();

-- Tenants that are there already get the role, too. The owner of the tables does not see them: this is the system's work.
DO $$
BEGIN
  SET LOCAL ROLE guildhall_system;
  INSERT INTO role (tenant_id, name, scopes, is_chapter_limited)
  SELECT id, 'Chapter owner', ARRAY['contacts:read', 'contacts:write', 'groups:read', 'groups:write', 'chapters:read',
    'memberships:read', 'memberships:write', 'custom-fields:read', 'contact-relationship-types:read', 'signatures:read',
    'signatures:write'], true FROM tenant
  ON CONFLICT (tenant_id, name) DO NOTHING;
  SET LOCAL ROLE NONE;
END $$;
