-- Constraints and indexes

ALTER TABLE ad_count ADD CONSTRAINT ad_count_counted CHECK (impressions >= 0 AND clicks >= 0);
ALTER TABLE ad_spot ADD CONSTRAINT ad_spot_place CHECK (num_nonnulls(page_id, location_id) = 1 AND (page_id IS NULL) =
  (position IS NULL));
ALTER TABLE ad_spot ADD CONSTRAINT ad_spot_position CHECK (position IN (1, 2));
ALTER TABLE ad_spot ADD CONSTRAINT ad_spot_type CHECK (advertising_type_id IN (1, 2));
ALTER TABLE display_ad ADD CONSTRAINT display_ad_area CHECK (area_id BETWEEN 1 AND 4);
ALTER TABLE display_ad ADD CONSTRAINT display_ad_days CHECK (ends_on >= starts_on);
ALTER TABLE site_module ADD CONSTRAINT site_module_known CHECK (type_id BETWEEN 1 AND 9);

ALTER TABLE ad_count SET (fillfactor=50);

-- Functions and triggers

CREATE OR REPLACE FUNCTION ad_counts_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'adcount', pg_backend_pid() % 8, TG_ARGV[0]::integer * count(*)
    FROM counted GROUP BY 1 ORDER BY 1
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
ALTER FUNCTION ad_counts_counted() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION ad_counts_counted() FROM PUBLIC;
CREATE TRIGGER ad_count_count_add AFTER INSERT ON ad_count REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION ad_counts_counted('1');
CREATE TRIGGER ad_count_count_remove AFTER DELETE ON ad_count REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION ad_counts_counted('-1');

-- Access

SELECT secure_tenant_table('site');
SELECT chapter_wall_list('site');

SELECT secure_tenant_table('site_domain');
SELECT chapter_wall_closed('site_domain');

SELECT secure_tenant_table('site_module');
SELECT chapter_wall_closed('site_module');

SELECT secure_tenant_table('site_page');
SELECT chapter_wall_list('site_page');

SELECT secure_tenant_table('custom_ad_location');
SELECT chapter_wall_list('custom_ad_location');

SELECT secure_tenant_table('ad_spot');
SELECT chapter_wall_list('ad_spot');

SELECT secure_tenant_table('display_ad');
SELECT chapter_wall_by_contact('display_ad', 'contact_id');

SELECT secure_tenant_table('ad_placement');
SELECT chapter_wall_by_parent('ad_placement', 'ad_id,display_ad,contact_id');

SELECT secure_tenant_table('ad_count');
SELECT chapter_wall_closed('ad_count');
