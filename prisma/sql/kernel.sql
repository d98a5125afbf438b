-- Constraints and indexes

ALTER TABLE migration_run ADD CONSTRAINT migration_run_state CHECK (state IN ('queued', 'running', 'done', 'failed'));
ALTER TABLE tenant ADD CONSTRAINT tenant_log_retention CHECK (log_retention_months BETWEEN 1 AND 84);

CREATE INDEX "login_totp_pending_sealed_key" ON "login_totp" ((left("pending_sealed", 8)), "id");
CREATE INDEX "login_totp_secret_sealed_key" ON "login_totp" ((left("secret_sealed", 8)), "id");
CREATE UNIQUE INDEX migration_run_unfinished ON migration_run ((true)) WHERE finished_at IS NULL;
CREATE INDEX outbox_event_dispatched ON outbox_event (dispatched_at) WHERE dispatched_at IS NOT NULL;
CREATE INDEX outbox_event_waiting ON outbox_event (id) WHERE dispatched_at IS NULL;
CREATE INDEX rate_window_subject ON rate_window (subject text_pattern_ops);
ALTER TABLE record_count SET (fillfactor=50, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX "tenant_cors" ON "tenant" ("id") WHERE "cors_origins" <> '{}';

-- Functions and triggers

-- The notification of changed credentials names the tenant, so that replicas forget only what they cached of it. A login
-- has several tenants: its change names each. PostgreSQL sends equal notifications of one transaction once.
CREATE OR REPLACE FUNCTION credentials_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'login' THEN
    PERFORM pg_notify('guildhall_credentials', s.tenant_id::text) FROM staff s WHERE s.login_id = OLD.id;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('guildhall_credentials', to_jsonb(OLD) ->> TG_ARGV[0]);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('guildhall_credentials', to_jsonb(NEW) ->> TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION credentials_changed() FROM PUBLIC;
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON application_permission
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON application_secret
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER INSERT OR UPDATE OR DELETE ON chapter_owner
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
-- Before the deletion, because the seats that name its tenants end with it.
CREATE TRIGGER credentials_changed AFTER UPDATE OF disabled_at ON login
  FOR EACH ROW EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed_before BEFORE DELETE ON login
  FOR EACH ROW EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed AFTER UPDATE OF contact_id, disabled_at, valid_from OR DELETE ON member_login
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OF revoked_at ON oauth_token
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON role
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON staff
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE ON tenant FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'next_day_at' IS DISTINCT FROM to_jsonb(NEW) - 'next_day_at')
  EXECUTE FUNCTION credentials_changed('id');
CREATE TRIGGER credentials_changed_by_deletion AFTER DELETE ON tenant
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('id');

-- The use of a tenant: that of the tenant in each of the last 60 minutes (no credential), and that of its credentials in the
-- current one. The table belongs to no tenant, so that only this function shows a tenant its part of it.
CREATE OR REPLACE FUNCTION rate_use(tenant integer) RETURNS TABLE (credential text, minute bigint, used integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  current_minute bigint := floor(extract(epoch FROM clock_timestamp()) / 60);
BEGIN
  IF current_tenant() IS NOT NULL OR session_user::text ~ '^guildhall_(app|chapter)_' THEN
    PERFORM require_tenant(tenant);
  END IF;
  RETURN QUERY SELECT NULL::text, m.minute, w.used FROM generate_series(current_minute - 59, current_minute) AS m(minute)
    JOIN rate_window w ON w.subject = 'tenant:' || tenant || '@' || m.minute;
  RETURN QUERY SELECT split_part(substr(w.subject, length(tenant::text) + 2), '@', 1), current_minute, w.used FROM rate_window w
    WHERE w.subject ~>=~ (tenant || ':') AND w.subject ~<~ (tenant || ';') AND w.subject LIKE '%@' || current_minute;
END $$;
ALTER FUNCTION rate_use(integer) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION rate_use(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rate_use(integer) TO guildhall_app;

-- Marks the claim of a request on its Idempotency-Key as committed, in the transaction of the change. Fails if the
-- request has lost its claim: then another request may be making the same change, and this transaction must not commit.
CREATE OR REPLACE FUNCTION settle_idempotency_key(tenant integer, owner text, name text, claim uuid) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE idempotency_key SET state = 'committed'
  WHERE tenant_id = tenant AND credential = owner AND key = name AND claim_id = claim AND state = 'running';
  IF NOT FOUND THEN
    -- An earlier transaction of the same request can have committed.
    PERFORM FROM idempotency_key
    WHERE tenant_id = tenant AND credential = owner AND key = name AND claim_id = claim AND state = 'committed';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the claim on the Idempotency-Key was lost' USING ERRCODE = 'GH001';
    END IF;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION settle_idempotency_key(integer,text,text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_idempotency_key(integer,text,text,uuid) TO guildhall_app, guildhall_chapter, guildhall_system;

-- Cuts a value to a number of bytes, as a text that ends with a mark.
CREATE OR REPLACE FUNCTION bounded_value(value jsonb, bytes integer) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
  AS $$
DECLARE
  kept text := value #>> '{}';
BEGIN
  IF octet_length(value::text) <= bytes THEN
    RETURN value;
  END IF;
  WHILE octet_length(to_jsonb(kept)::text) > bytes LOOP
    kept := left(kept, (char_length(kept)::bigint * 9 * bytes / (10 * octet_length(to_jsonb(kept)::text)))::integer);
  END LOOP;
  RETURN to_jsonb(kept || ' … (cut)');
END $$;
REVOKE EXECUTE ON FUNCTION bounded_value(jsonb,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bounded_value(jsonb,integer) TO guildhall_app, guildhall_chapter, guildhall_system;

-- The values of a field in the history, as the interface shows them: instants in UTC, amounts with their decimals.
CREATE OR REPLACE FUNCTION history_value(value jsonb) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT CASE
    WHEN value IS NULL THEN 'null'
    WHEN jsonb_typeof(value) = 'number' AND value::text LIKE '%.%' THEN
      to_jsonb(regexp_replace(value::text, '(\.\d\d\d*?)0+$', '\1'))
    WHEN jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$' THEN
      to_jsonb(to_char((value #>> '{}')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    ELSE value END $$;
REVOKE EXECUTE ON FUNCTION history_value(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history_value(jsonb) TO guildhall_app, guildhall_chapter, guildhall_system;

-- What the history of a change lists: the columns that differ between the row before it and the row after it, by their
-- documented names (`issued_on` is IssuedDate), and `others`, which the area lists. Of a new record the values that are set, of a deleted one the last
-- ones. Leaves out secrets, keys of texts, and what each change sets. A text is listed as it is: only the names of columns with
-- instants tell these from a text that looks like one.
CREATE OR REPLACE FUNCTION listed_changes(action text, before jsonb, after jsonb, names jsonb, others jsonb) RETURNS jsonb
  LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  old_row constant jsonb := before;
  new_row constant jsonb := CASE WHEN action = 'deleted' THEN '{}' ELSE coalesce(after, before) END;
  is_whole constant boolean := old_row = '{}' OR new_row = '{}';
  listed jsonb;
BEGIN
  SELECT jsonb_object_agg(d.name, CASE WHEN d.is_text THEN jsonb_build_object('old', d.old, 'new', d.new)
    ELSE jsonb_build_object('old', history_value(d.old), 'new', history_value(d.new)) END) INTO listed
  FROM (
    SELECT CASE WHEN names ? c.name THEN names ->> c.name ELSE replace(initcap(replace(
      regexp_replace(regexp_replace(c.name, '_(on|at)$', '_date'), '^(start|end)s_date$', '\1_date'), '_', ' ')), ' ', '') END AS name,
      o.value AS old, n.value AS new,
      'string' IN (jsonb_typeof(o.value), jsonb_typeof(n.value)) AND c.name !~ '_(at|until|since|from|opens|closes|ends)$|^(at|hour|due_by|activity_date)$' AS is_text
    FROM jsonb_each(old_row) o (name, value) FULL JOIN jsonb_each(new_row) n (name, value) USING (name)
      CROSS JOIN LATERAL (SELECT coalesce(o.name, n.name) AS name) c
    WHERE o.value IS DISTINCT FROM n.value
      AND NOT (is_whole AND coalesce(n.value, o.value) IN ('null', 'false', '""', '[]', '{}'))
      AND c.name <> ALL ('{tenant_id,id,audit_id,created_at,created_by,modified_at,modified_by,updated_at,deleted_at}')
      AND c.name !~ 'secret|hash|token|password|sealed|cipher|private_key|signing|credential|registry_key|_folded$'
      AND NOT (right(c.name, 4) = '_key' AND old_row || new_row ? left(c.name, -4))
  ) d WHERE d.name IS NOT NULL;
  RETURN nullif(coalesce(others, '{}') || coalesce(listed, '{}'), '{}');
END $$;
REVOKE EXECUTE ON FUNCTION listed_changes(text,jsonb,jsonb,jsonb,jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION listed_changes(text,jsonb,jsonb,jsonb,jsonb) TO guildhall_app, guildhall_chapter, guildhall_system;

-- Bounds each field of a change to 4 kB: longer values become texts that end with a mark.
CREATE OR REPLACE FUNCTION bounded_changes(changes jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF pg_column_size(changes) < 4000 OR jsonb_typeof(changes) <> 'object' THEN
    RETURN changes;
  END IF;
  RETURN (SELECT jsonb_object_agg(f.key, CASE
    WHEN octet_length(f.value::text) <= 4000 THEN f.value
    WHEN f.value ? 'old' AND f.value ? 'new' THEN
      jsonb_build_object('old', bounded_value(f.value -> 'old', 1900), 'new', bounded_value(f.value -> 'new', 1900))
    ELSE bounded_value(f.value, 3900) END) FROM jsonb_each(changes) f);
END $$;
REVOKE EXECUTE ON FUNCTION bounded_changes(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION bounded_changes(jsonb) TO guildhall_app, guildhall_chapter, guildhall_system;

-- A contact is staff while a staff seat references it, whichever code writes the seat. The contacts are locked first, so
-- that two transactions that remove the last two seats of a contact do not each see the seat of the other.
CREATE OR REPLACE FUNCTION staff_contact_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  tenant constant integer := CASE TG_OP WHEN 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
  contacts constant integer[] := ARRAY[
    CASE WHEN TG_OP <> 'INSERT' THEN OLD.contact_id END, CASE WHEN TG_OP <> 'DELETE' THEN NEW.contact_id END];
BEGIN
  PERFORM FROM contact c WHERE c.tenant_id = tenant AND c.id = ANY (contacts) ORDER BY c.id FOR NO KEY UPDATE;
  UPDATE contact c SET is_staff = NOT c.is_staff
  WHERE c.tenant_id = tenant AND c.id = ANY (contacts) AND c.is_staff IS DISTINCT FROM
    EXISTS (SELECT FROM staff s WHERE s.tenant_id = tenant AND s.contact_id = c.id);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION staff_contact_changed() FROM PUBLIC;
CREATE TRIGGER staff_contact_changed AFTER INSERT OR DELETE OR UPDATE OF contact_id ON staff
  FOR EACH ROW EXECUTE FUNCTION staff_contact_changed();

-- In another time zone the day can be another one: the tenant is due at once.
CREATE OR REPLACE FUNCTION tenant_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.next_day_at := '1970-01-01 00:00:00+00';
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION tenant_zone_changed() FROM PUBLIC;
CREATE TRIGGER tenant_zone_changed BEFORE UPDATE OF time_zone ON tenant FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION tenant_zone_changed();

-- Access

ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY system_all ON tenant TO guildhall_system USING (true) WITH CHECK (true);
CREATE POLICY tenant_wall ON tenant TO guildhall_app
  USING (id = current_tenant())
  WITH CHECK (id = current_tenant());
CREATE POLICY chapter_read ON tenant FOR SELECT TO guildhall_chapter USING (id = current_tenant());
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant TO guildhall_system;
GRANT SELECT ON tenant TO guildhall_chapter;
GRANT SELECT, UPDATE (audit_id, bank_details, cors_origins, default_contact_status_id, family_contacts_enabled,
  has_ledger_module, hub_tenant_key, is_open_to_exchanges, is_poe, is_real_estate_edition, log_retention_months,
  logo_file_id, mls_type, name, natreg_is_state_association, organization_address, organization_contact_id,
  organization_name, prices_include_tax, requires_second_factor, role_required, takes_in_paid_people, tax_number,
  tax_region_id, tracks_certificates) ON tenant TO guildhall_app;

ALTER TABLE login ENABLE ROW LEVEL SECURITY;
ALTER TABLE login FORCE ROW LEVEL SECURITY;
CREATE POLICY system_all ON login TO guildhall_system USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON login TO guildhall_system;

SELECT secure_tenant_table('rate_rejection');
SELECT chapter_wall_closed('rate_rejection');
REVOKE INSERT, UPDATE, DELETE ON rate_rejection FROM guildhall_app;

SELECT secure_tenant_table('role');
SELECT chapter_wall_closed('role');
REVOKE UPDATE, DELETE ON role FROM guildhall_app;

SELECT secure_tenant_table('staff');
-- A seat is seen with the contact that it belongs to, and one's own.
SELECT chapter_wall('staff', '(''login:'' || login_id = current_actor() OR contact_id IS NOT NULL AND '
  || within_chapters('staff.contact_id', 'readable_chapters') || ')', 'false');
REVOKE INSERT, UPDATE, DELETE ON staff FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (contact_id) ON staff TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('audit_entry');
-- History is written in one's own name, and not read.
SELECT chapter_wall('audit_entry', 'false', 'actor = current_actor()');
REVOKE SELECT, UPDATE, DELETE ON audit_entry FROM guildhall_chapter;
REVOKE UPDATE, DELETE ON audit_entry FROM guildhall_app;

SELECT secure_tenant_table('outbox_event');
SELECT chapter_wall('outbox_event', 'false', 'actor = current_actor()');
REVOKE SELECT, UPDATE, DELETE ON outbox_event FROM guildhall_chapter;
REVOKE UPDATE, DELETE ON outbox_event FROM guildhall_app;

SELECT secure_tenant_table('outbox_receipt');
SELECT chapter_wall_closed('outbox_receipt');
REVOKE UPDATE, DELETE ON outbox_receipt FROM guildhall_app;

SELECT secure_tenant_table('idempotency_key');
SELECT chapter_wall('idempotency_key', 'credential = current_actor()', 'credential = current_actor()');

SELECT secure_tenant_table('day_mark');
SELECT chapter_wall_closed('day_mark');

SELECT secure_tenant_table('record_count');
SELECT chapter_wall_closed('record_count');
REVOKE INSERT, UPDATE, DELETE ON record_count FROM guildhall_app;
REVOKE USAGE ON SEQUENCE login_link_id_seq, login_passkey_id_seq, login_pending_id_seq, login_recovery_code_id_seq,
  login_totp_id_seq, migration_run_id_seq FROM guildhall_app, guildhall_chapter;
GRANT SELECT ON country TO guildhall_app, guildhall_chapter;
GRANT SELECT, INSERT, UPDATE, DELETE ON country, login_email_change, login_link, login_passkey, login_pending,
  login_recovery_code, login_session, login_totp, migration_run, rate_window, setting, sign_in_throttle, tenant_import TO
  guildhall_system;

-- Proves work on the whole tenant (tenancy.sql). Only guildhall_system can read it.
INSERT INTO setting (key, value) VALUES ('whole-tenant-key',
  encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'));

-- The report of migrations reads their history. A database in which only the scripts run, as for the comparison with these files,
-- has none.
DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON _prisma_migrations TO guildhall_system;
  END IF;
END $$;
