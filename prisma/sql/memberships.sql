-- Constraints and indexes

ALTER TABLE membership_level ADD CONSTRAINT membership_level_unit CHECK (unit_size > 0 AND min_price <= max_price);

CREATE INDEX membership_by_expiration ON membership
  (tenant_id, (CASE WHEN expiration_date IS NULL THEN '-infinity'::date ELSE expiration_date END), id);
CREATE INDEX membership_by_name ON membership (tenant_id, holder_sort_name, id) WHERE is_listed;
CREATE INDEX membership_by_renewal ON membership
  (tenant_id, (CASE WHEN renewal_date IS NULL THEN '-infinity'::date ELSE renewal_date END), id) WHERE is_listed;
CREATE INDEX membership_by_start ON membership
  (tenant_id, (CASE WHEN start_date IS NULL THEN '-infinity'::date ELSE start_date END), id) WHERE is_listed;
CREATE INDEX membership_of_status_by_expiration ON membership (tenant_id, status,
  (CASE WHEN expiration_date IS NULL THEN '-infinity'::date ELSE expiration_date END), id) WHERE is_listed;
CREATE INDEX membership_of_status_by_name ON membership (tenant_id, status, holder_sort_name, id) WHERE is_listed;

-- Functions and triggers

-- Totals of the list by status (buckets membership:<status>), kept by every change of memberships.
CREATE OR REPLACE FUNCTION membership_count_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'membership:' || status, pg_backend_pid() % 8, count(*)
    FROM added WHERE is_listed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'membership:' || status, pg_backend_pid() % 8, -count(*)
    FROM removed WHERE is_listed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'membership:' || status, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, status, 1 AS d FROM added WHERE is_listed
          UNION ALL
          SELECT tenant_id, status, -1 FROM removed WHERE is_listed) changed
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION membership_count_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION membership_count_changed() FROM PUBLIC;
CREATE TRIGGER membership_count_delete AFTER DELETE ON membership REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION membership_count_changed();
CREATE TRIGGER membership_count_insert AFTER INSERT ON membership REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION membership_count_changed();
CREATE TRIGGER membership_count_update AFTER UPDATE ON membership REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION membership_count_changed();

CREATE OR REPLACE FUNCTION membership_held() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
REVOKE EXECUTE ON FUNCTION membership_held() FROM PUBLIC;
CREATE TRIGGER membership_held BEFORE INSERT OR UPDATE OF contact_id ON membership FOR EACH ROW
  EXECUTE FUNCTION membership_held();

CREATE OR REPLACE FUNCTION membership_holder_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE membership SET holder_sort_name = NEW.sort_name, holder_type_id = NEW.system_type_id
    WHERE tenant_id = NEW.tenant_id AND contact_id = NEW.id;
  RETURN NULL;
END $$;
ALTER FUNCTION membership_holder_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION membership_holder_changed() FROM PUBLIC;
CREATE TRIGGER membership_holder_changed AFTER UPDATE OF sort_name, system_type_id ON contact FOR EACH ROW
  WHEN (OLD.sort_name <> NEW.sort_name OR OLD.system_type_id <> NEW.system_type_id)
  EXECUTE FUNCTION membership_holder_changed();

-- Lists hold no membership of a deleted contact.
CREATE OR REPLACE FUNCTION membership_listed_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE membership SET is_listed = NEW.deleted_at IS NULL WHERE tenant_id = NEW.tenant_id AND contact_id = NEW.id;
  RETURN NULL;
END $$;
ALTER FUNCTION membership_listed_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION membership_listed_changed() FROM PUBLIC;
CREATE TRIGGER membership_listed_changed AFTER UPDATE OF deleted_at ON contact FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION membership_listed_changed();

-- Access

SELECT secure_tenant_table('membership_type');
SELECT chapter_wall_list('membership_type');

SELECT secure_tenant_table('membership_level');
SELECT chapter_wall_list('membership_level');

SELECT secure_tenant_table('membership_level_band');
SELECT chapter_wall_list('membership_level_band');

SELECT secure_tenant_table('membership_level_chapter');
SELECT chapter_wall('membership_level_chapter', 'chapter_id = ANY (readable_chapters())', 'false');
REVOKE INSERT, UPDATE, DELETE ON membership_level_chapter FROM guildhall_chapter;

SELECT secure_tenant_table('membership');
SELECT chapter_wall_by_contact('membership', 'contact_id');

SELECT secure_tenant_table('membership_term');
SELECT chapter_wall_by_parent('membership_term', 'membership_id,membership,contact_id');

SELECT secure_tenant_table('membership_level_change');
SELECT chapter_wall_by_parent('membership_level_change', 'membership_id,membership,contact_id');

SELECT secure_tenant_table('membership_notice');
SELECT chapter_wall_by_parent('membership_notice', 'membership_id,membership,contact_id');

SELECT secure_tenant_table('membership_nightly_switch');
SELECT chapter_wall_closed('membership_nightly_switch');

SELECT secure_tenant_table('membership_nightly_run');
SELECT chapter_wall_closed('membership_nightly_run');
