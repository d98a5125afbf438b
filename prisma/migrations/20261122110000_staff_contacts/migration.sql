-- A contact is staff while a staff seat references it, whichever code writes the seat. The contacts are locked first, so
-- that two transactions that remove the last two seats of a contact do not each see the seat of the other.
CREATE FUNCTION staff_contact_changed() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER staff_contact_changed AFTER INSERT OR DELETE OR UPDATE OF contact_id ON staff
  FOR EACH ROW EXECUTE FUNCTION staff_contact_changed();

UPDATE contact c SET is_staff = NOT c.is_staff WHERE c.is_staff IS DISTINCT FROM
  EXISTS (SELECT FROM staff s WHERE s.tenant_id = c.tenant_id AND s.contact_id = c.id);
