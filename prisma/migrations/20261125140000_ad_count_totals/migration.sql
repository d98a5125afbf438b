-- Totals of the list of counts of ads (bucket adcount). A view that only raises counts adds no row, so that the trigger
-- writes nothing.
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE FUNCTION ad_counts_counted() RETURNS trigger
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
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER ad_count_count_add AFTER INSERT ON ad_count REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION ad_counts_counted('1');
CREATE TRIGGER ad_count_count_remove AFTER DELETE ON ad_count REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION ad_counts_counted('-1');

-- The rows from before the triggers.
SET LOCAL ROLE guildhall_system;
INSERT INTO record_count (tenant_id, bucket, slot, n) SELECT tenant_id, 'adcount', 0, count(*) FROM ad_count GROUP BY 1;
RESET ROLE;
