-- Functions and triggers

CREATE OR REPLACE FUNCTION address_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_unsynchronized(a.tenant_id, a.contact_id, 4) FROM contact_address a
    WHERE a.tenant_id = OLD.tenant_id AND a.address_id = OLD.id;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION address_synchronized() FROM PUBLIC;
CREATE TRIGGER address_synchronized BEFORE UPDATE ON address FOR EACH ROW EXECUTE FUNCTION address_synchronized();

-- A save of a whole contact writes its parts by INSERT ... ON CONFLICT DO UPDATE. Triggers before INSERT fire for rows that exist,
-- too: such a row is compared with the stored one, as in an UPDATE.
CREATE OR REPLACE FUNCTION contact_part_synchronized() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  part constant integer := TG_ARGV[0]::integer;
  stored jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    stored := to_jsonb(OLD);
  ELSIF TG_OP = 'INSERT' AND EXISTS (SELECT FROM contact c
      WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.contact_id AND c.source_connection_id IS NOT NULL) THEN
    EXECUTE format('SELECT to_jsonb(x) FROM %I x WHERE x.tenant_id = $1 AND x.id = $2', TG_TABLE_NAME)
      INTO stored USING NEW.tenant_id, NEW.id;
  END IF;
  IF TG_OP <> 'DELETE' AND stored - TG_ARGV[1] = to_jsonb(NEW) - TG_ARGV[1] THEN
    RETURN NEW;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM require_unsynchronized(OLD.tenant_id, OLD.contact_id, part);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND OLD.contact_id <> NEW.contact_id THEN
    PERFORM require_unsynchronized(NEW.tenant_id, NEW.contact_id, part);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
REVOKE EXECUTE ON FUNCTION contact_part_synchronized() FROM PUBLIC;
CREATE OR REPLACE TRIGGER contact_address_synchronized BEFORE UPDATE OR DELETE ON contact_address FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('4', '');
CREATE OR REPLACE TRIGGER contact_email_synchronized BEFORE UPDATE OR DELETE ON contact_email FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('2', 'status');
CREATE OR REPLACE TRIGGER contact_phone_synchronized BEFORE UPDATE OR DELETE ON contact_phone FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('2', '');
CREATE OR REPLACE TRIGGER contact_website_synchronized BEFORE UPDATE OR DELETE ON contact_website FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('2', '');

-- A role is read-only while its connection synchronizes the contact that has it: see require_unsynchronized.
CREATE OR REPLACE FUNCTION contact_role_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  IF current_setting('guildhall.synchronizing', true) = OLD.source_connection_id::text
    OR TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'audit_id' = to_jsonb(NEW) - 'audit_id' THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  SELECT n.id, n.other_name INTO k FROM contact c
    JOIN connection n ON n.tenant_id = c.tenant_id AND n.id = c.source_connection_id AND n.deleted_at IS NULL
    WHERE c.tenant_id = OLD.tenant_id AND c.id = OLD.contact_id AND c.source_connection_id = OLD.source_connection_id;
  IF FOUND THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
REVOKE EXECUTE ON FUNCTION contact_role_synchronized() FROM PUBLIC;
CREATE TRIGGER contact_role_synchronized BEFORE UPDATE OR DELETE ON contact_role FOR EACH ROW
  WHEN (OLD.source_connection_id IS NOT NULL) EXECUTE FUNCTION contact_role_synchronized();

CREATE OR REPLACE FUNCTION contact_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
  parts integer;
BEGIN
  IF current_setting('guildhall.synchronizing', true) = OLD.source_connection_id::text THEN
    RETURN NEW;
  END IF;
  SELECT n.* INTO k FROM connection n
    WHERE n.tenant_id = OLD.tenant_id AND n.id = OLD.source_connection_id AND n.deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  parts := CASE OLD.system_type_id WHEN 1 THEN k.individual_parts ELSE k.business_parts END;
  IF OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.source_connection_id IS DISTINCT FROM NEW.source_connection_id
    OR parts & 1 <> 0 AND (OLD.prefix, OLD.first_name, OLD.middle_name, OLD.last_name, OLD.suffix, OLD.common_name,
        OLD.primary_title, OLD.gender_id, OLD.organization_name)
      IS DISTINCT FROM (NEW.prefix, NEW.first_name, NEW.middle_name, NEW.last_name, NEW.suffix, NEW.common_name,
        NEW.primary_title, NEW.gender_id, NEW.organization_name)
    OR parts & 2 <> 0 AND (OLD.primary_email_id, OLD.primary_phone_id, OLD.primary_website_id)
      IS DISTINCT FROM (NEW.primary_email_id, NEW.primary_phone_id, NEW.primary_website_id)
    OR parts & 4 <> 0 AND OLD.primary_address_id IS DISTINCT FROM NEW.primary_address_id THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION contact_synchronized() FROM PUBLIC;
CREATE TRIGGER contact_synchronized BEFORE UPDATE ON contact FOR EACH ROW
  WHEN (OLD.source_connection_id IS NOT NULL) EXECUTE FUNCTION contact_synchronized();

CREATE OR REPLACE FUNCTION custom_value_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v constant custom_field_value := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.object_id, OLD.text_value, OLD.number_value, OLD.date_value, OLD.ref_id)
      IS NOT DISTINCT FROM (NEW.object_id, NEW.text_value, NEW.number_value, NEW.date_value, NEW.ref_id) THEN
    RETURN NEW;
  END IF;
  PERFORM require_unsynchronized(v.tenant_id, k.id, 8)
    FROM unnest(ARRAY[v.object_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.object_id END]) AS k(id)
    JOIN contact c ON c.tenant_id = v.tenant_id AND c.id = k.id AND c.source_connection_id IS NOT NULL
    JOIN connection n ON n.tenant_id = c.tenant_id AND n.id = c.source_connection_id AND v.field_id = ANY (n.target_field_ids);
  RETURN coalesce(NEW, OLD);
END $$;
REVOKE EXECUTE ON FUNCTION custom_value_synchronized() FROM PUBLIC;
CREATE TRIGGER custom_value_synchronized BEFORE INSERT OR UPDATE OR DELETE ON custom_field_value FOR EACH ROW
  EXECUTE FUNCTION custom_value_synchronized();

CREATE OR REPLACE FUNCTION membership_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.contact_id, OLD.type_id, OLD.next_level_id, OLD.joined_on, OLD.approved_at,
        OLD.auto_renew, OLD.suspended_on, OLD.cancelled_on, OLD.dropped_on, OLD.end_reason, OLD.source_connection_id)
      IS DISTINCT FROM (NEW.contact_id, NEW.type_id, NEW.next_level_id, NEW.joined_on, NEW.approved_at,
        NEW.auto_renew, NEW.suspended_on, NEW.cancelled_on, NEW.dropped_on, NEW.end_reason, NEW.source_connection_id) THEN
    PERFORM require_unsynchronized_membership(OLD.tenant_id, OLD.source_connection_id);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
REVOKE EXECUTE ON FUNCTION membership_synchronized() FROM PUBLIC;
CREATE TRIGGER membership_synchronized BEFORE UPDATE OR DELETE ON membership FOR EACH ROW
  WHEN (OLD.source_connection_id IS NOT NULL) EXECUTE FUNCTION membership_synchronized();

CREATE OR REPLACE FUNCTION membership_term_synchronized() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  x constant membership_term := coalesce(NEW, OLD);
BEGIN
  PERFORM require_unsynchronized_membership(m.tenant_id, m.source_connection_id) FROM membership m
    WHERE m.tenant_id = x.tenant_id AND m.id = x.membership_id AND m.source_connection_id IS NOT NULL;
  RETURN coalesce(NEW, OLD);
END $$;
REVOKE EXECUTE ON FUNCTION membership_term_synchronized() FROM PUBLIC;
CREATE TRIGGER membership_term_synchronized BEFORE INSERT OR UPDATE OR DELETE ON membership_term FOR EACH ROW
  EXECUTE FUNCTION membership_term_synchronized();

-- A membership from another tenant has no invoices here, so that a means of payment would never be used. One that was stored
-- before can be removed.
CREATE OR REPLACE FUNCTION payment_method_synchronized() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_unsynchronized_membership(m.tenant_id, m.source_connection_id) FROM membership m
    WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.membership_id AND m.source_connection_id IS NOT NULL;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION payment_method_synchronized() FROM PUBLIC;
CREATE TRIGGER payment_method_synchronized BEFORE INSERT ON membership_payment_method FOR EACH ROW
  EXECUTE FUNCTION payment_method_synchronized();

-- Data from another tenant is read-only here, whatever changes it: see docs/decisions/0074. Only the transaction that
-- applies a message of the connection has the setting guildhall.synchronizing.
CREATE OR REPLACE FUNCTION raise_synchronized(connection integer, other_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'synchronized:%:%', connection, other_name USING ERRCODE = 'GH002';
END $$;

-- Rejects a change of one part of a contact (see connection.individual_parts) if a connection synchronizes it.
CREATE OR REPLACE FUNCTION require_unsynchronized(tenant integer, contact integer, part integer) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  SELECT n.id, n.other_name INTO k FROM contact c
    JOIN connection n ON n.tenant_id = c.tenant_id AND n.id = c.source_connection_id
    WHERE c.tenant_id = tenant AND c.id = contact AND c.source_connection_id IS NOT NULL AND n.deleted_at IS NULL
      AND (CASE c.system_type_id WHEN 1 THEN n.individual_parts ELSE n.business_parts END & part) <> 0;
  IF FOUND AND current_setting('guildhall.synchronizing', true) IS DISTINCT FROM k.id::text THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
END $$;

-- A membership and its terms, if connections synchronize memberships.
CREATE OR REPLACE FUNCTION require_unsynchronized_membership(tenant integer, source integer) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  SELECT n.id, n.other_name INTO k FROM connection n
    WHERE n.tenant_id = tenant AND n.id = source AND n.deleted_at IS NULL AND n.syncs_memberships;
  IF FOUND AND current_setting('guildhall.synchronizing', true) IS DISTINCT FROM k.id::text THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
END $$;
