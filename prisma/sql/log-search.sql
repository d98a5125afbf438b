-- Functions and triggers

-- A time in parts, in order: that of the first 10,000 events, then the rest of their month, and one month after the other.
CREATE OR REPLACE FUNCTION log_parts(tenant integer, since timestamptz, before timestamptz, latest_first boolean)
  RETURNS TABLE (since timestamptz, before timestamptz, is_small boolean)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH month AS (
    SELECT to_date(right(c.relname, 7), 'YYYY_MM')::timestamp AS first FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'log_event'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
  ), small AS (
    SELECT log_time_of($1, $2, $3, $4, 10000) AS ends
  ), edge AS (
    SELECT m.first AT TIME ZONE 'UTC' AS at FROM month m
    UNION SELECT (m.first + interval '1 month') AT TIME ZONE 'UTC' FROM month m
    UNION SELECT ends FROM small
    UNION SELECT $2 UNION SELECT $3
  ), part AS (
    SELECT e.at AS since, lead(e.at) OVER (ORDER BY e.at) AS before FROM edge e WHERE e.at BETWEEN $2 AND $3
  )
  SELECT p.since, p.before, CASE WHEN $4 THEN p.since >= s.ends ELSE p.before <= s.ends END
  FROM part p CROSS JOIN small s WHERE p.before IS NOT NULL
  ORDER BY CASE WHEN $4 THEN p.since END DESC, p.since $$;
ALTER FUNCTION log_parts(integer,timestamptz,timestamptz,boolean) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_parts(integer,timestamptz,timestamptz,boolean) FROM PUBLIC;

-- Search under row-level security: @@ is not leakproof, so the policy would be checked first and the index be lost. Every
-- lexeme starts with its tenant ("42|mail"). Limited to a part of the log by time, type and severities; null: all. Planned for the
-- values of each call: a plan for all values would read whole months by time instead of the index of the words.
CREATE OR REPLACE FUNCTION log_search(tenant integer, wanted tsquery, since timestamptz, before timestamptz, kind text,
    levels smallint[])
  RETURNS TABLE (id bigint, occurred_at timestamptz, level smallint, log_type text, entity_type text, entity_key text, source text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  PERFORM require_tenant(tenant);
  -- "+ 0" keeps the planner from the indexes by tenant: a plan made for a small tenant would read all of a large one.
  RETURN QUERY SELECT e.id, e.occurred_at, e.level, e.log_type, e.entity_type, e.entity_key, e.source
    FROM log_event e
    WHERE e.tenant_id + 0 = tenant AND e.search @@ wanted AND e.hidden_at IS NULL
      AND e.occurred_at >= coalesce(since, '-infinity') AND e.occurred_at < coalesce(before, 'infinity')
      AND (kind IS NULL OR e.log_type = kind) AND (levels IS NULL OR e.level = ANY (levels));
END $$;
ALTER FUNCTION log_search(integer,tsquery,timestamptz,timestamptz,text,smallint[]) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_search(integer,tsquery,timestamptz,timestamptz,text,smallint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_search(integer,tsquery,timestamptz,timestamptz,text,smallint[]) TO guildhall_app;

-- Counts matches up to "most". A word of every fourth of the latest events is counted in these; any other one by the index of
-- words, month by month, until there are enough.
CREATE OR REPLACE FUNCTION log_search_count(tenant integer, wanted tsquery, indexed tsquery, since timestamptz, before timestamptz, kind text,
  levels smallint[], most integer) RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off AS $$
DECLARE
  sample CONSTANT integer := 1000;
  matching bigint;
BEGIN
  PERFORM require_tenant(tenant);
  matching := (SELECT count(*) FROM log_search_scanned(tenant, wanted,
    log_time_of(tenant, since, before, true, sample), before, kind, levels, true, sample));
  IF matching * 4 > sample THEN
    matching := (SELECT count(*) FROM log_search_scanned(tenant, wanted,
      log_time_of(tenant, since, before, true, 5 * most), before, kind, levels, true, most));
    IF matching >= most THEN RETURN matching; END IF;
  END IF;
  RETURN (SELECT count(*) FROM (SELECT FROM log_event e
    WHERE e.tenant_id + 0 = tenant AND e.search @@ indexed AND (e.search @@ wanted) IS TRUE AND e.hidden_at IS NULL
      AND e.occurred_at >= since AND e.occurred_at < before
      AND (kind IS NULL OR e.log_type = kind) AND (levels IS NULL OR e.level = ANY (levels)) LIMIT most) m);
END $$;
ALTER FUNCTION log_search_count(integer,tsquery,tsquery,timestamptz,timestamptz,text,smallint[],integer)
  OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_search_count(integer,tsquery,tsquery,timestamptz,timestamptz,text,smallint[],integer)
  FROM PUBLIC;

-- The first matches of a search in the order of time, each with the total, which is at most "counted".
CREATE OR REPLACE FUNCTION log_search_page(tenant integer, words tsquery[], since timestamptz, before timestamptz, kind text,
  levels smallint[], latest_first boolean, most integer, counted integer)
  RETURNS TABLE (id bigint, occurred_at timestamptz, total bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  few CONSTANT integer := 5000;
  wanted CONSTANT tsquery := array_to_string(words, ' & ')::tsquery;
  indexed CONSTANT tsquery := log_search_rare(tenant, words, since, before);
  part record;
  matching bigint;
  added integer;
  missing integer := most;
BEGIN
  PERFORM require_tenant(tenant);
  total := log_search_count(tenant, wanted, indexed, since, before, kind, levels, counted);
  IF total < counted THEN
    RETURN QUERY SELECT s.id, s.occurred_at, total
      FROM log_search_sorted(tenant, wanted, indexed, since, before, kind, levels, latest_first, most) s;
    RETURN;
  END IF;
  FOR part IN SELECT * FROM log_parts(tenant, since, before, latest_first) LOOP
    matching := CASE WHEN part.is_small THEN few + 1
      ELSE log_search_count(tenant, wanted, indexed, part.since, part.before, kind, levels, few + 1) END;
    CONTINUE WHEN matching = 0;
    IF matching > few THEN
      RETURN QUERY SELECT s.id, s.occurred_at, total
        FROM log_search_scanned(tenant, wanted, part.since, part.before, kind, levels, latest_first, missing) s;
    ELSE
      RETURN QUERY SELECT s.id, s.occurred_at, total
        FROM log_search_sorted(tenant, wanted, indexed, part.since, part.before, kind, levels, latest_first, missing) s;
    END IF;
    GET DIAGNOSTICS added = ROW_COUNT;
    missing := missing - added;
    EXIT WHEN missing <= 0;
  END LOOP;
END $$;
ALTER FUNCTION log_search_page(integer,tsquery[],timestamptz,timestamptz,text,smallint[],boolean,integer,integer)
  OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_search_page(integer,tsquery[],timestamptz,timestamptz,text,smallint[],boolean,integer,integer)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_search_page(integer,tsquery[],timestamptz,timestamptz,text,smallint[],boolean,integer,integer)
  TO guildhall_app;

-- The words to look up in the index: those that at most two of the latest events contain, or else all. The entries of a frequent word
-- cost more than reading the few events with a rare one.
CREATE OR REPLACE FUNCTION log_search_rare(tenant integer, words tsquery[], since timestamptz, before timestamptz) RETURNS tsquery
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  all_words CONSTANT tsquery := array_to_string(words, ' & ')::tsquery;
BEGIN
  PERFORM require_tenant(tenant);
  IF cardinality(words) < 2 THEN RETURN all_words; END IF;
  RETURN coalesce((WITH latest AS MATERIALIZED (
      SELECT e.search FROM log_event e
      WHERE e.tenant_id = tenant AND e.hidden_at IS NULL AND e.occurred_at >= since AND e.occurred_at < before
      ORDER BY e.occurred_at DESC LIMIT 1000)
    SELECT string_agg(word::text, ' & ')::tsquery FROM unnest(words) AS w (word)
    WHERE (SELECT count(*) FROM latest l WHERE l.search @@ w.word) <= 2), all_words);
END $$;
ALTER FUNCTION log_search_rare(integer,tsquery[],timestamptz,timestamptz) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_search_rare(integer,tsquery[],timestamptz,timestamptz) FROM PUBLIC;

-- Matches in the order of time, by reading events until enough of them match: for parts with many matches or few events.
CREATE OR REPLACE FUNCTION log_search_scanned(tenant integer, wanted tsquery, since timestamptz, before timestamptz, kind text,
  levels smallint[], latest_first boolean, most integer) RETURNS TABLE (id bigint, occurred_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  PERFORM require_tenant(tenant);
  IF latest_first THEN
    RETURN QUERY SELECT e.id, e.occurred_at FROM log_event e
    WHERE e.tenant_id = tenant AND e.search @@ wanted AND e.hidden_at IS NULL
      AND e.occurred_at >= since AND e.occurred_at < before
      AND (kind IS NULL OR e.log_type = kind) AND (levels IS NULL OR e.level = ANY (levels))
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT most;
  ELSE
    RETURN QUERY SELECT e.id, e.occurred_at FROM log_event e
    WHERE e.tenant_id = tenant AND e.search @@ wanted AND e.hidden_at IS NULL
      AND e.occurred_at >= since AND e.occurred_at < before
      AND (kind IS NULL OR e.log_type = kind) AND (levels IS NULL OR e.level = ANY (levels))
    ORDER BY e.occurred_at, e.id LIMIT most;
  END IF;
END $$;
ALTER FUNCTION log_search_scanned(integer,tsquery,timestamptz,timestamptz,text,smallint[],boolean,integer)
  OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_search_scanned(integer,tsquery,timestamptz,timestamptz,text,smallint[],boolean,integer)
  FROM PUBLIC;

-- Matches in the order of time, by the index of words: for parts with few of them. "indexed" are the words that are looked up in
-- the index, "wanted" all of them: IS TRUE keeps the others from it. "+ 0" keeps the planner from the indexes by tenant, which
-- would read all events.
CREATE OR REPLACE FUNCTION log_search_sorted(tenant integer, wanted tsquery, indexed tsquery, since timestamptz, before timestamptz, kind text,
  levels smallint[], latest_first boolean, most integer) RETURNS TABLE (id bigint, occurred_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_seqscan = off AS $$
BEGIN
  PERFORM require_tenant(tenant);
  RETURN QUERY SELECT e.id, e.occurred_at FROM log_event e
    WHERE e.tenant_id + 0 = tenant AND e.search @@ indexed AND (e.search @@ wanted) IS TRUE AND e.hidden_at IS NULL
      AND e.occurred_at >= since AND e.occurred_at < before
      AND (kind IS NULL OR e.log_type = kind) AND (levels IS NULL OR e.level = ANY (levels))
    ORDER BY CASE WHEN latest_first THEN e.occurred_at END DESC, CASE WHEN latest_first THEN e.id END DESC,
      e.occurred_at, e.id
    LIMIT most;
END $$;
ALTER FUNCTION log_search_sorted(integer,tsquery,tsquery,timestamptz,timestamptz,text,smallint[],boolean,integer)
  OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_search_sorted(integer,tsquery,tsquery,timestamptz,timestamptz,text,smallint[],boolean,integer)
  FROM PUBLIC;

-- The time since which a tenant has a number of events in a part of the log; the beginning of the part if it has fewer.
CREATE OR REPLACE FUNCTION log_time_of(tenant integer, since timestamptz, before timestamptz, latest_first boolean, events integer)
  RETURNS timestamptz
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  SET plan_cache_mode = force_custom_plan SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  PERFORM require_tenant(tenant);
  IF latest_first THEN
    RETURN coalesce((SELECT e.occurred_at FROM log_event e
      WHERE e.tenant_id = tenant AND e.hidden_at IS NULL AND e.occurred_at >= since AND e.occurred_at < before
      ORDER BY e.occurred_at DESC OFFSET events LIMIT 1), since);
  END IF;
  RETURN coalesce((SELECT e.occurred_at FROM log_event e
    WHERE e.tenant_id = tenant AND e.hidden_at IS NULL AND e.occurred_at >= since AND e.occurred_at < before
    ORDER BY e.occurred_at OFFSET events LIMIT 1), before);
END $$;
ALTER FUNCTION log_time_of(integer,timestamptz,timestamptz,boolean,integer) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_time_of(integer,timestamptz,timestamptz,boolean,integer) FROM PUBLIC;
