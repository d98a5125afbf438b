-- Functions and triggers

CREATE OR REPLACE FUNCTION group_count_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'group:' || group_id || ':' || state, pg_backend_pid() % 8, count(*)
    FROM added WHERE is_listed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'group:' || group_id || ':' || state, pg_backend_pid() % 8, -count(*)
    FROM removed WHERE is_listed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'group:' || group_id || ':' || state, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, group_id, state, 1 AS d FROM added WHERE is_listed
          UNION ALL
          SELECT tenant_id, group_id, state, -1 FROM removed WHERE is_listed) changed
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION group_count_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION group_count_changed() FROM PUBLIC;
CREATE TRIGGER group_count_delete AFTER DELETE ON contact_group_member REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION group_count_changed();
CREATE TRIGGER group_count_insert AFTER INSERT ON contact_group_member REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION group_count_changed();
CREATE TRIGGER group_count_update AFTER UPDATE ON contact_group_member REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION group_count_changed();

-- Exact numbers of members of each group by state, without contacts that are deleted or not matched yet. Whether the
-- contact counts stands on the member's row. The contact is held while that is read: a contact that is deleted in the
-- same moment either waits for the row, and then finds it, or is seen as deleted.
CREATE OR REPLACE FUNCTION group_member_listed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT deleted_at IS NULL AND NOT is_unmatched INTO NEW.is_listed FROM contact
    WHERE tenant_id = NEW.tenant_id AND id = NEW.contact_id FOR SHARE;
  NEW.is_listed := coalesce(NEW.is_listed, false);
  RETURN NEW;
END $$;
ALTER FUNCTION group_member_listed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION group_member_listed() FROM PUBLIC;
CREATE TRIGGER group_member_listed BEFORE INSERT OR UPDATE OF contact_id ON contact_group_member
  FOR EACH ROW EXECUTE FUNCTION group_member_listed();
