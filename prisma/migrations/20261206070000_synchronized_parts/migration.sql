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

-- A membership from another tenant has no invoices here, so that a means of payment would never be used. One that was stored
-- before can be removed.
CREATE FUNCTION payment_method_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_unsynchronized_membership(m.tenant_id, m.source_connection_id) FROM membership m
    WHERE m.tenant_id = NEW.tenant_id AND m.id = NEW.membership_id AND m.source_connection_id IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_method_synchronized BEFORE INSERT ON membership_payment_method FOR EACH ROW
  EXECUTE FUNCTION payment_method_synchronized();
REVOKE EXECUTE ON FUNCTION payment_method_synchronized() FROM PUBLIC;
