-- DropIndex
DROP INDEX "membership_tenant_id_type_id_idx";

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "holder_sort_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "holder_type_id" SMALLINT NOT NULL DEFAULT 1;

-- CreateIndex
CREATE INDEX "membership_tenant_id_type_id_id_idx" ON "membership"("tenant_id", "type_id", "id");

-- What Prisma cannot express.

ALTER TABLE membership ALTER COLUMN holder_sort_name TYPE text COLLATE "C";

-- Orders of the list, with the rows that it holds; days that may be missing as it has them.
-- by hand: membership_by_name
CREATE INDEX membership_by_name ON membership (tenant_id, holder_sort_name, id) WHERE is_listed;
-- by hand: membership_by_start
CREATE INDEX membership_by_start ON membership
  (tenant_id, (CASE WHEN start_date IS NULL THEN '-infinity'::date ELSE start_date END), id) WHERE is_listed;
-- by hand: membership_by_renewal
CREATE INDEX membership_by_renewal ON membership
  (tenant_id, (CASE WHEN renewal_date IS NULL THEN '-infinity'::date ELSE renewal_date END), id) WHERE is_listed;
-- Of one status, by name and by expiry.
-- by hand: membership_of_status_by_name
CREATE INDEX membership_of_status_by_name ON membership (tenant_id, status, holder_sort_name, id) WHERE is_listed;
-- by hand: membership_of_status_by_expiration
CREATE INDEX membership_of_status_by_expiration ON membership (tenant_id, status,
  (CASE WHEN expiration_date IS NULL THEN '-infinity'::date ELSE expiration_date END), id) WHERE is_listed;

GRANT CREATE ON SCHEMA public TO guildhall_system;

-- What a membership shows of its holder, from the moment on that it has one. The contact is held while it is read: who
-- deletes or renames it in the same moment either waits for the row, and then finds it, or is seen.
DROP TRIGGER membership_moved ON membership;
DROP FUNCTION membership_moved();
CREATE FUNCTION membership_held() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  holder record;
BEGIN
  SELECT deleted_at, sort_name, system_type_id INTO holder FROM contact
    WHERE tenant_id = NEW.tenant_id AND id = NEW.contact_id FOR SHARE;
  -- Without a holder the foreign key refuses.
  IF FOUND THEN
    NEW.is_listed := holder.deleted_at IS NULL;
    NEW.holder_sort_name := holder.sort_name;
    NEW.holder_type_id := holder.system_type_id;
  END IF;
  RETURN NEW;
END $$;
ALTER FUNCTION membership_held() OWNER TO guildhall_system;
CREATE TRIGGER membership_held BEFORE INSERT OR UPDATE OF contact_id ON membership FOR EACH ROW
  EXECUTE FUNCTION membership_held();

CREATE FUNCTION membership_holder_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE membership SET holder_sort_name = NEW.sort_name, holder_type_id = NEW.system_type_id
    WHERE tenant_id = NEW.tenant_id AND contact_id = NEW.id;
  RETURN NULL;
END $$;
ALTER FUNCTION membership_holder_changed() OWNER TO guildhall_system;
CREATE TRIGGER membership_holder_changed AFTER UPDATE OF sort_name, system_type_id ON contact FOR EACH ROW
  WHEN (OLD.sort_name <> NEW.sort_name OR OLD.system_type_id <> NEW.system_type_id)
  EXECUTE FUNCTION membership_holder_changed();

REVOKE CREATE ON SCHEMA public FROM guildhall_system;

-- Memberships from before this was kept, and their totals.
SET LOCAL ROLE guildhall_system;
UPDATE membership m SET is_listed = c.deleted_at IS NULL, holder_sort_name = c.sort_name, holder_type_id = c.system_type_id
  FROM contact c WHERE c.tenant_id = m.tenant_id AND c.id = m.contact_id;
DELETE FROM record_count WHERE bucket LIKE 'membership:%';
INSERT INTO record_count (tenant_id, bucket, slot, n)
  SELECT tenant_id, 'membership:' || status, 0, count(*) FROM membership WHERE is_listed GROUP BY 1, 2;
RESET ROLE;
