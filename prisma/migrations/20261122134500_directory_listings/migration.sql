-- AlterTable
ALTER TABLE "directory_listing" ADD COLUMN     "audit_id" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "directory_listing_type" ADD COLUMN     "audit_id" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE INDEX "directory_listing_tenant_id_listing_type_id_idx" ON "directory_listing"("tenant_id", "listing_type_id");

-- What Prisma cannot express.

-- Lists contain no listing of a deleted contact: its values come and go with the contact, as membership_values_live does
-- it for memberships. Object type 8 is of listings; fields of editions (12) can be for them, too.
CREATE FUNCTION listing_values_live() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Chapters, merges and operations delete listings: their values are deleted first, while row-level security still finds
-- the listing that they belong to.
CREATE FUNCTION delete_listing_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM custom_field_value v USING custom_field f
  WHERE f.tenant_id = OLD.tenant_id AND (f.object_type_id = 8 OR f.object_type_id = 12 AND f.search_object_type_id = 8)
    AND v.tenant_id = OLD.tenant_id AND v.field_id = f.id AND v.object_id = OLD.id;
  RETURN OLD;
END $$;
REVOKE EXECUTE ON FUNCTION delete_listing_values() FROM PUBLIC;
CREATE TRIGGER delete_listing_values BEFORE DELETE ON directory_listing
  FOR EACH ROW EXECUTE FUNCTION delete_listing_values();
