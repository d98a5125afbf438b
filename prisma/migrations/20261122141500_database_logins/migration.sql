-- Each role has its own logins, which are members of no other role (decision 0038). So a statement of a caller that is
-- limited to chapters cannot take the role of other requests: work on the whole tenant needs a key that only
-- guildhall_system can read, and ends with its transaction at the latest.

INSERT INTO setting (key, value) VALUES ('whole-tenant-key',
  encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'));

-- Proves that the transaction of this session has begun such work; worthless in any other transaction.
CREATE FUNCTION whole_tenant_proof(secret text) RETURNS text LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT encode(sha256(convert_to(concat_ws('|', secret, pg_backend_pid(),
    extract(epoch FROM transaction_timestamp())), 'UTF8')), 'hex') $$;

-- Returns the setting before, because such work can contain such work.
CREATE FUNCTION begin_whole_tenant(given text) RETURNS text
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

CREATE FUNCTION is_whole_tenant_proven() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL RESTRICTED SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT EXISTS (SELECT FROM setting WHERE key = 'whole-tenant-key'
    AND whole_tenant_proof(value) = current_setting('guildhall.whole_tenant', true)) $$;
-- Part of most statements of callers limited to chapters, so it costs no call while there is no such work.
CREATE FUNCTION is_whole_tenant() RETURNS boolean LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT coalesce(current_setting('guildhall.whole_tenant', true), '') <> '' AND is_whole_tenant_proven() $$;

CREATE FUNCTION chapters_of_tenant() RETURNS integer[]
  LANGUAGE sql STABLE PARALLEL RESTRICTED SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT coalesce(array_agg(id), '{}') FROM chapter WHERE tenant_id = current_tenant() AND is_whole_tenant() $$;
CREATE FUNCTION visible_chapters() RETURNS integer[] LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT CASE WHEN is_whole_tenant() THEN chapters_of_tenant() ELSE readable_chapters() END $$;

GRANT CREATE ON SCHEMA public TO guildhall_system;
ALTER FUNCTION begin_whole_tenant(text) OWNER TO guildhall_system;
ALTER FUNCTION is_whole_tenant_proven() OWNER TO guildhall_system;
ALTER FUNCTION chapters_of_tenant() OWNER TO guildhall_system;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
REVOKE EXECUTE ON FUNCTION begin_whole_tenant(text), is_whole_tenant_proven(), chapters_of_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_whole_tenant(text), chapters_of_tenant() TO guildhall_chapter;
GRANT EXECUTE ON FUNCTION is_whole_tenant_proven() TO guildhall_app, guildhall_chapter, guildhall_system;

-- Whether the caller is limited to chapters, inside of a SECURITY DEFINER function too: its login is the session's user.
CREATE OR REPLACE FUNCTION is_chapter_limited() RETURNS boolean LANGUAGE sql STABLE PARALLEL RESTRICTED
  AS $$ SELECT starts_with(session_user::text, 'guildhall_chapter') AND NOT is_whole_tenant() $$;

-- Opens a table for such work, by the privileges that callers limited to chapters have. The condition is evaluated once
-- for each statement; policies of one command are joined by OR, the last name first.
CREATE FUNCTION open_for_whole_tenant(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY whole_tenant ON %s TO guildhall_chapter
    USING (tenant_id = current_tenant() AND (SELECT is_whole_tenant()))
    WITH CHECK (tenant_id = current_tenant() AND (SELECT is_whole_tenant()))', target);
END $$;

DO $$
DECLARE
  target regclass;
BEGIN
  FOR target IN SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  LOOP
    PERFORM open_for_whole_tenant(target);
  END LOOP;
END $$;

-- The chapters of contacts are read by the policies of most tables, by an index that a second policy would rule out.
DROP POLICY whole_tenant ON contact_chapter;
DROP POLICY chapter_read ON contact_chapter;
CREATE POLICY chapter_read ON contact_chapter FOR SELECT TO guildhall_chapter
  USING (tenant_id = current_tenant() AND chapter_id = ANY ((SELECT visible_chapters())::integer[]));
CREATE POLICY whole_tenant_change ON contact_chapter FOR UPDATE TO guildhall_chapter
  USING (tenant_id = current_tenant() AND (SELECT is_whole_tenant()))
  WITH CHECK (tenant_id = current_tenant() AND (SELECT is_whole_tenant()));
CREATE POLICY whole_tenant_remove ON contact_chapter FOR DELETE TO guildhall_chapter
  USING (tenant_id = current_tenant() AND (SELECT is_whole_tenant()));

-- Privileges that only such work has: a merge moves the records of a contact, and records in use are found. The policies
-- of chapters allow no row for them.
GRANT UPDATE (contact_id, is_primary, is_by_postal_code), DELETE ON contact_chapter TO guildhall_chapter;
GRANT UPDATE (contact_id), DELETE ON chapter_owner TO guildhall_chapter;
GRANT UPDATE (organization_id) ON chapter TO guildhall_chapter;
GRANT UPDATE (contact_id) ON staff TO guildhall_chapter;
DROP POLICY chapter_change ON receivable_entry;
GRANT UPDATE (contact_id) ON receivable_entry TO guildhall_chapter;
GRANT SELECT, UPDATE (options) ON workflow_step TO guildhall_chapter;
GRANT SELECT ON workflow, workflow_source TO guildhall_chapter;

-- The functions by which migrations state the class of a table do the same for later tables.
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

CREATE OR REPLACE FUNCTION chapter_wall_list(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY chapter_read ON %s FOR SELECT TO guildhall_chapter
    USING (tenant_id = current_tenant())', target);
  EXECUTE format('CREATE POLICY chapter_change ON %s FOR UPDATE TO guildhall_chapter
    USING (tenant_id = current_tenant()) WITH CHECK (false)', target);
  EXECUTE format('GRANT SELECT, UPDATE (tenant_id) ON %s TO guildhall_chapter', target);
  PERFORM open_for_whole_tenant(target);
END $$;

CREATE OR REPLACE FUNCTION chapter_wall_closed(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY chapter_closed ON %s TO guildhall_chapter USING (false) WITH CHECK (false)', target);
  PERFORM open_for_whole_tenant(target);
END $$;
