-- The log is partitioned by month (columns.sql). The tables of the months are in a schema of their own, to which requests have no
-- rights.
CREATE SCHEMA log_month;
REVOKE ALL ON SCHEMA log_month FROM PUBLIC;
GRANT USAGE ON SCHEMA log_month TO guildhall_system;

-- Constraints and indexes

ALTER TABLE log_event ADD CONSTRAINT log_event_level CHECK (level BETWEEN 1 AND 6);

CREATE INDEX log_event_by_entity ON log_event (tenant_id, entity_key, entity_type, occurred_at, id)
  WHERE hidden_at IS NULL AND entity_key IS NOT NULL;
CREATE INDEX log_event_by_level ON log_event (tenant_id, level, occurred_at, id) WHERE hidden_at IS NULL;
CREATE INDEX log_event_by_time ON log_event (tenant_id, occurred_at, id) WHERE hidden_at IS NULL;
CREATE INDEX log_event_by_type ON log_event (tenant_id, log_type, level, occurred_at, id) WHERE hidden_at IS NULL;
CREATE INDEX log_event_file ON log_event (tenant_id, file_id) WHERE file_id IS NOT NULL;
CREATE INDEX log_event_search ON log_event USING gin (search) WHERE hidden_at IS NULL;

-- Functions and triggers

CREATE OR REPLACE FUNCTION log_events_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH change AS MATERIALIZED (
    SELECT tenant_id, (occurred_at AT TIME ZONE 'UTC')::date AS day, log_type, level,
      (TG_ARGV[0]::integer * count(*))::integer AS n
    FROM counted WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4
  ), unlocked AS MATERIALIZED (
    SELECT change.*, c.id FROM change LEFT JOIN LATERAL (
      SELECT l.id FROM log_count l WHERE l.tenant_id = change.tenant_id AND l.day = change.day
        AND l.log_type = change.log_type AND l.level = change.level LIMIT 1 FOR UPDATE SKIP LOCKED) c ON true
  ), added AS (
    UPDATE log_count l SET n = l.n + u.n FROM unlocked u
    WHERE l.tenant_id = u.tenant_id AND l.day = u.day AND l.id = u.id
  )
  INSERT INTO log_count (tenant_id, day, log_type, level, n)
    SELECT u.tenant_id, u.day, u.log_type, u.level, u.n FROM unlocked u WHERE u.id IS NULL;
  RETURN NULL;
END $$;
ALTER FUNCTION log_events_counted() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION log_events_counted() FROM PUBLIC;
CREATE TRIGGER log_event_count_add AFTER INSERT ON log_event REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('1');
CREATE TRIGGER log_event_count_after AFTER UPDATE ON log_event REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('1');
-- An update has two transition tables, and a trigger sees one of them under each name.
CREATE TRIGGER log_event_count_before AFTER UPDATE ON log_event REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('-1');
CREATE TRIGGER log_event_count_remove AFTER DELETE ON log_event REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('-1');

-- Creates the months that are missing from the first day to the last, with the rows that were stored elsewhere. Returns their
-- number. A table is created first and attached then, because that locks out neither readers nor writers of other months.
CREATE OR REPLACE FUNCTION log_month.add(since date, until date) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  parent text;
  time_column text;
  month date := date_trunc('month', since::timestamp)::date;
  following date;
  name text;
  first text;
  after text;
  made integer := 0;
BEGIN
  IF until > (now() + interval '2 years')::date OR until - since > 4000 THEN
    RAISE EXCEPTION 'the months from % to % are too many', since, until USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(4711373);
  WHILE month <= until LOOP
    following := (month + interval '1 month')::date;
    FOREACH parent IN ARRAY ARRAY['log_event', 'log_count'] LOOP
      name := parent || to_char(month, '_YYYY_MM');
      IF to_regclass('log_month.' || name) IS NULL THEN
        time_column := CASE parent WHEN 'log_event' THEN 'occurred_at' ELSE 'day' END;
        first := month || CASE parent WHEN 'log_event' THEN ' 00:00:00+00' ELSE '' END;
        after := following || CASE parent WHEN 'log_event' THEN ' 00:00:00+00' ELSE '' END;
        EXECUTE format('CREATE TABLE log_month.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)',
          name, parent);
        EXECUTE format('ALTER TABLE log_month.%I ENABLE ROW LEVEL SECURITY', name);
        -- Writers of this month wait from here on. The triggers of the whole table do not see the move.
        EXECUTE format('LOCK TABLE log_month.%I IN SHARE ROW EXCLUSIVE MODE', parent || '_other');
        EXECUTE format('WITH moved AS (DELETE FROM log_month.%I WHERE %I >= %L AND %I < %L RETURNING *)
          INSERT INTO log_month.%I SELECT * FROM moved', parent || '_other', time_column, first, time_column, after, name);
        EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION log_month.%I FOR VALUES FROM (%L) TO (%L)', parent, name,
          first, after);
        made := made + 1;
      END IF;
    END LOOP;
    month := following;
  END LOOP;
  RETURN made / 2;
END $$;
REVOKE EXECUTE ON FUNCTION log_month.add(date,date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_month.add(date,date) TO guildhall_system;

-- Drops a month, with the counts of its days. Waits at most two seconds for running statements, because others would wait
-- for it.
CREATE OR REPLACE FUNCTION log_month.remove(month date) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  IF month > (now() - interval '1 month')::date THEN
    RAISE EXCEPTION 'the month % has not ended', month USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(4711373);
  EXECUTE format('DROP TABLE IF EXISTS log_month.%I, log_month.%I', 'log_event' || to_char(month, '_YYYY_MM'),
    'log_count' || to_char(month, '_YYYY_MM'));
END $$;
REVOKE EXECUTE ON FUNCTION log_month.remove(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_month.remove(date) TO guildhall_system;

-- Access

SELECT secure_tenant_table('log_event');
-- The work of callers limited to chapters can write to the log; they do not read it.
SELECT chapter_wall('log_event', 'false', 'true');
REVOKE SELECT, UPDATE, DELETE ON log_event FROM guildhall_chapter;
REVOKE UPDATE, DELETE ON log_event FROM guildhall_app;
GRANT UPDATE (file_id, hidden_at) ON log_event TO guildhall_app;

SELECT secure_tenant_table('log_count');
SELECT chapter_wall_closed('log_count');
REVOKE INSERT, UPDATE, DELETE ON log_count FROM guildhall_app;

-- Events of months without a table: an insert into the log never fails, whatever the clock of a sender or of a server says.
CREATE TABLE log_month.log_event_other PARTITION OF log_event DEFAULT;
CREATE TABLE log_month.log_count_other PARTITION OF log_count DEFAULT;
ALTER TABLE log_month.log_event_other ENABLE ROW LEVEL SECURITY;
ALTER TABLE log_month.log_count_other ENABLE ROW LEVEL SECURITY;
SELECT log_month.add((now() - interval '13 months')::date, (now() + interval '3 months')::date);
