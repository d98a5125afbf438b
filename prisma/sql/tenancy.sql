-- Roles, tenants and chapters. Runs before the other files, which call the functions of this one for each table.

-- Requests run as guildhall_app, those of callers limited to chapters as guildhall_chapter, both under row-level security; the
-- work of the kernel (credentials, relays, retention, the command line) as guildhall_system. None of them owns a table.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['guildhall_app', 'guildhall_chapter', 'guildhall_system'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- another database of the same server was faster
      END;
    END IF;
    BEGIN
      EXECUTE format('SET LOCAL ROLE %I', wanted);
      SET LOCAL ROLE NONE;
    EXCEPTION WHEN insufficient_privilege THEN
      -- From PostgreSQL 16 on, the creator of a role administers it, but may not act as it before this.
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', wanted);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_chapter, guildhall_system;

-- Only while functions are given to it: the end of the script takes it back.
GRANT CREATE ON SCHEMA public TO guildhall_system;

-- Begins work on the whole tenant for a caller limited to chapters. Returns the setting before, because such work can contain
-- such work.
CREATE OR REPLACE FUNCTION begin_whole_tenant(given text) RETURNS text
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before constant text := coalesce(current_setting('guildhall.whole_tenant', true), '');
BEGIN
  IF NOT EXISTS (SELECT FROM setting WHERE key = 'whole-tenant-key' AND value = given) THEN
    RAISE EXCEPTION 'the key of the whole tenant is wrong' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('guildhall.whole_tenant', whole_tenant_proof(given), true);
  RETURN before;
END $$;
ALTER FUNCTION begin_whole_tenant(text) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION begin_whole_tenant(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_whole_tenant(text) TO guildhall_chapter;

-- Limits a table to chapters: `reads` is the condition for seeing a row, `writes` the one for adding, changing and removing it.
-- Grants what guildhall_app has, and no more.
CREATE OR REPLACE FUNCTION chapter_wall(target regclass, reads text, writes text) RETURNS void LANGUAGE plpgsql AS $$
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
  PERFORM open_for_whole_tenant(target);
END $$;

-- Rows that hang on contacts, by one column or several: all that are named must be of the chapters, and one is.
CREATE OR REPLACE FUNCTION chapter_wall_by_contact(target regclass, VARIADIC contact_columns text[]) RETURNS void
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
CREATE OR REPLACE FUNCTION chapter_wall_by_parent(target regclass, VARIADIC parents text[]) RETURNS void LANGUAGE plpgsql AS $$
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

-- Tables that are no business of a chapter's owner. The policy says that somebody has thought about it.
CREATE OR REPLACE FUNCTION chapter_wall_closed(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY chapter_closed ON %s TO guildhall_chapter USING (false) WITH CHECK (false)', target);
  PERFORM open_for_whole_tenant(target);
END $$;

-- Value lists of the tenant: read by everybody and held while they are used, never changed. A right to one column is
-- what PostgreSQL requires to lock a row; that nothing is written, the policy sees to.
CREATE OR REPLACE FUNCTION chapter_wall_list(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY chapter_read ON %s FOR SELECT TO guildhall_chapter
    USING (tenant_id = current_tenant())', target);
  EXECUTE format('CREATE POLICY chapter_change ON %s FOR UPDATE TO guildhall_chapter
    USING (tenant_id = current_tenant()) WITH CHECK (false)', target);
  EXECUTE format('GRANT SELECT, UPDATE (tenant_id) ON %s TO guildhall_chapter', target);
  PERFORM open_for_whole_tenant(target);
END $$;

CREATE OR REPLACE FUNCTION chapters_of_tenant() RETURNS integer[]
  LANGUAGE sql STABLE PARALLEL RESTRICTED SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT coalesce(array_agg(id), '{}') FROM chapter WHERE tenant_id = current_tenant() AND is_whole_tenant() $$;
ALTER FUNCTION chapters_of_tenant() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION chapters_of_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION chapters_of_tenant() TO guildhall_chapter;

-- Who acts, as history names them: "login:3".
CREATE OR REPLACE FUNCTION current_actor() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('guildhall.actor', true), '') $$;

-- The tenant of the connection, or null: then no row is visible.
CREATE OR REPLACE FUNCTION current_tenant() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('guildhall.tenant', true), '')::integer $$;

CREATE OR REPLACE FUNCTION editable_chapters() RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(nullif(current_setting('guildhall.editable_chapters', true), ''), '{}')::integer[] $$;

-- Whether only contacts of the chapters use the address. One that no contact uses is new.
CREATE OR REPLACE FUNCTION is_address_within(tenant integer, place integer, chapters integer[]) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT require_tenant(tenant) IS NOT NULL
    AND NOT EXISTS (SELECT FROM contact_address u WHERE u.tenant_id = tenant AND u.address_id = place
      AND NOT EXISTS (SELECT FROM contact_chapter m WHERE m.tenant_id = u.tenant_id AND m.contact_id = u.contact_id
        AND m.chapter_id = ANY (chapters))
      AND NOT EXISTS (SELECT FROM chapter h WHERE h.tenant_id = u.tenant_id AND h.organization_id = u.contact_id
        AND h.id = ANY (chapters)))
$$;
ALTER FUNCTION is_address_within(integer,integer,integer[]) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION is_address_within(integer,integer,integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_address_within(integer,integer,integer[]) TO guildhall_chapter;

-- Whether the caller is limited to chapters, inside of a SECURITY DEFINER function too: its login is the session's user.
CREATE OR REPLACE FUNCTION is_chapter_limited() RETURNS boolean LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT starts_with(session_user::text, 'guildhall_chapter') AND NOT is_whole_tenant() $$;

-- Part of most statements of callers limited to chapters, so it costs no call while there is no such work.
CREATE OR REPLACE FUNCTION is_whole_tenant() RETURNS boolean LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT coalesce(current_setting('guildhall.whole_tenant', true), '') <> '' AND is_whole_tenant_proven() $$;

CREATE OR REPLACE FUNCTION is_whole_tenant_proven() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL RESTRICTED SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT EXISTS (SELECT FROM setting WHERE key = 'whole-tenant-key'
    AND whole_tenant_proof(value) = current_setting('guildhall.whole_tenant', true)) $$;
ALTER FUNCTION is_whole_tenant_proven() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION is_whole_tenant_proven() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_whole_tenant_proven() TO guildhall_app, guildhall_chapter;

-- Draws the id of a new row before it is written. Ids need to be unique in their tenant only: tests replace this function.
CREATE OR REPLACE FUNCTION next_id(tenant integer, source regclass) RETURNS bigint LANGUAGE sql VOLATILE
  AS $$ SELECT nextval(source) $$;

-- Opens a table for such work, by the privileges that callers limited to chapters have. The condition is evaluated once
-- for each statement; policies of one command are joined by OR, the last name first.
CREATE OR REPLACE FUNCTION open_for_whole_tenant(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY whole_tenant ON %s TO guildhall_chapter
    USING (tenant_id = current_tenant() AND (SELECT is_whole_tenant()))
    WITH CHECK (tenant_id = current_tenant() AND (SELECT is_whole_tenant()))', target);
END $$;

-- The chapters of the connection: none where nothing was said.
CREATE OR REPLACE FUNCTION readable_chapters() RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(nullif(current_setting('guildhall.chapters', true), ''), '{}')::integer[] $$;

CREATE OR REPLACE FUNCTION require_tenant(tenant integer) RETURNS integer LANGUAGE plpgsql STABLE PARALLEL SAFE
  SET search_path = public, pg_temp AS $$
BEGIN
  IF tenant IS NULL OR tenant IS DISTINCT FROM current_tenant() THEN
    RAISE EXCEPTION 'tenant % is not the tenant of this session', coalesce(tenant::text, 'null')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN tenant;
END $$;

-- Limits a table to the rows of the tenant. Every table of tenants calls it.
CREATE OR REPLACE FUNCTION secure_tenant_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant_wall ON %s TO guildhall_app
    USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant())', target);
  EXECUTE format('CREATE POLICY system_all ON %s TO guildhall_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO guildhall_app, guildhall_system', target);
END $$;

CREATE OR REPLACE FUNCTION visible_chapters() RETURNS integer[] LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT CASE WHEN is_whole_tenant() THEN chapters_of_tenant() ELSE readable_chapters() END $$;

-- Proves that the transaction of this session has begun such work; worthless in any other transaction.
CREATE OR REPLACE FUNCTION whole_tenant_proof(secret text) RETURNS text LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT encode(sha256(convert_to(concat_ws('|', secret, pg_backend_pid(),
    extract(epoch FROM transaction_timestamp())), 'UTF8')), 'hex') $$;

-- The condition that a column names a contact of the chapters: one that is in them, or that they are. `chapters` is
-- one of the two functions above. Written out in each policy: a function would be called for each row.
CREATE OR REPLACE FUNCTION within_chapters(contact_column text, chapters text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('(EXISTS (SELECT FROM contact_chapter wm WHERE wm.tenant_id = current_tenant() AND wm.contact_id = %1$s
      AND wm.chapter_id = ANY (%2$s()))
    OR EXISTS (SELECT FROM chapter wh WHERE wh.tenant_id = current_tenant() AND wh.organization_id = %1$s
      AND wh.id = ANY (%2$s())))', contact_column, chapters)
$$;
