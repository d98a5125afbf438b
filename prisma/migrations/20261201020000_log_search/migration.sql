-- Search under row-level security: @@ is not leakproof, so the policy would be checked first and the index be lost. Every
-- lexeme starts with its tenant ("42|mail"). Limited to a part of the log by time, type and severities; null: all.
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE FUNCTION log_search(tenant integer, wanted tsquery, since timestamptz, before timestamptz, kind text, levels smallint[])
  RETURNS TABLE (id bigint, occurred_at timestamptz, level smallint, log_type text, entity_type text, entity_key text, source text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1000 AS $$
BEGIN
  PERFORM require_tenant(tenant);
  -- "+ 0" keeps the planner from the indexes by tenant: a plan made for a small tenant would read all of a large one.
  RETURN QUERY SELECT e.id, e.occurred_at, e.level, e.log_type, e.entity_type, e.entity_key, e.source
    FROM log_event e
    WHERE e.tenant_id + 0 = tenant AND e.search @@ wanted AND e.hidden_at IS NULL
      AND e.occurred_at >= coalesce(since, '-infinity') AND e.occurred_at < coalesce(before, 'infinity')
      AND (kind IS NULL OR e.log_type = kind) AND (levels IS NULL OR e.level = ANY (levels));
END $$;
ALTER FUNCTION log_search(integer, tsquery, timestamptz, timestamptz, text, smallint[]) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_search(integer, tsquery, timestamptz, timestamptz, text, smallint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_search(integer, tsquery, timestamptz, timestamptz, text, smallint[]) TO guildhall_app;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
