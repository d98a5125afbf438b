-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "next_day_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01 00:00:00 +00:00';

-- CreateIndex
CREATE INDEX "tenant_next_day_at_idx" ON "tenant"("next_day_at");

-- In another time zone the day can be another one: the tenant is due at once.
CREATE FUNCTION tenant_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.next_day_at := '1970-01-01 00:00:00+00';
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION tenant_zone_changed() FROM PUBLIC;
CREATE TRIGGER tenant_zone_changed BEFORE UPDATE OF time_zone ON tenant FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION tenant_zone_changed();

-- A new day changes nothing that a replica uses.
DROP TRIGGER credentials_changed ON tenant;
CREATE TRIGGER credentials_changed AFTER UPDATE ON tenant FOR EACH ROW
  WHEN (to_jsonb(OLD) - 'next_day_at' IS DISTINCT FROM to_jsonb(NEW) - 'next_day_at')
  EXECUTE FUNCTION credentials_changed('id');
CREATE TRIGGER credentials_changed_by_deletion AFTER DELETE ON tenant
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('id');
