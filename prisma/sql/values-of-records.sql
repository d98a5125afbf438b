-- Functions and triggers

-- Contacts that come and go in lists take their values along. Object types 1, 2 and 3 are of contacts, and those fields
-- of editions (12) that are for them.
CREATE OR REPLACE FUNCTION contact_values_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE custom_field_value v SET is_live = NEW.deleted_at IS NULL AND NOT NEW.is_unmatched
  FROM custom_field f
  WHERE f.tenant_id = NEW.tenant_id
    AND (CASE WHEN f.object_type_id = 12 THEN f.search_object_type_id ELSE f.object_type_id END) IN (1, 2, 3)
    AND v.tenant_id = NEW.tenant_id AND v.field_id = f.id AND v.object_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION contact_values_live() FROM PUBLIC;
CREATE TRIGGER contact_values_live AFTER UPDATE OF deleted_at, is_unmatched ON contact FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL AND NOT OLD.is_unmatched) IS DISTINCT FROM (NEW.deleted_at IS NULL AND NOT NEW.is_unmatched))
  EXECUTE FUNCTION contact_values_live();

-- Chapters, merges and operations delete listings: their values are deleted first, while row-level security still finds
-- the listing that they belong to.
CREATE OR REPLACE FUNCTION delete_listing_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM custom_field_value v USING custom_field f
  WHERE f.tenant_id = OLD.tenant_id AND (f.object_type_id = 8 OR f.object_type_id = 12 AND f.search_object_type_id = 8)
    AND v.tenant_id = OLD.tenant_id AND v.field_id = f.id AND v.object_id = OLD.id;
  RETURN OLD;
END $$;
REVOKE EXECUTE ON FUNCTION delete_listing_values() FROM PUBLIC;
CREATE TRIGGER delete_listing_values BEFORE DELETE ON directory_listing
  FOR EACH ROW EXECUTE FUNCTION delete_listing_values();

-- Lists contain no listing of a deleted contact: its values come and go with the contact, as membership_values_live does
-- it for memberships. Object type 8 is of listings; fields of editions (12) can be for them, too.
CREATE OR REPLACE FUNCTION listing_values_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE custom_field_value v SET is_live = NEW.deleted_at IS NULL
  FROM directory_listing l, custom_field f
  WHERE l.tenant_id = NEW.tenant_id AND l.contact_id = NEW.id
    AND f.tenant_id = NEW.tenant_id AND (f.object_type_id = 8 OR f.object_type_id = 12 AND f.search_object_type_id = 8)
    AND v.tenant_id = NEW.tenant_id AND v.field_id = f.id AND v.object_id = l.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION listing_values_live() FROM PUBLIC;
CREATE TRIGGER listing_values_live AFTER UPDATE OF deleted_at ON contact FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.deleted_at IS NULL)) EXECUTE FUNCTION listing_values_live();

-- Lists hold no membership of a deleted contact: its values come and go with the contact, as contact_values_live has it
-- for the contact's own. Object type 4 is of memberships.
CREATE OR REPLACE FUNCTION membership_values_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE custom_field_value v SET is_live = NEW.deleted_at IS NULL
  FROM membership m, custom_field f
  WHERE m.tenant_id = NEW.tenant_id AND m.contact_id = NEW.id
    AND f.tenant_id = NEW.tenant_id AND f.object_type_id = 4
    AND v.tenant_id = NEW.tenant_id AND v.field_id = f.id AND v.object_id = m.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION membership_values_live() FROM PUBLIC;
CREATE TRIGGER membership_values_live AFTER UPDATE OF deleted_at ON contact FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) IS DISTINCT FROM (NEW.deleted_at IS NULL)) EXECUTE FUNCTION membership_values_live();
