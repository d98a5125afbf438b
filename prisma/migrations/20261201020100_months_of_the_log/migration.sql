-- Events of months without a table: an insert into the log never fails, whatever the clock of a sender or of a server says.
CREATE TABLE log_month.log_event_other PARTITION OF log_event DEFAULT;
CREATE TABLE log_month.log_count_other PARTITION OF log_count DEFAULT;
ALTER TABLE log_month.log_event_other ENABLE ROW LEVEL SECURITY;
ALTER TABLE log_month.log_count_other ENABLE ROW LEVEL SECURITY;

-- The functions move rows as the owner. Nobody else has rights to the tables of months.
DO $$
DECLARE
  month text;
BEGIN
  FOR month IN SELECT i.inhrelid::regclass::text FROM pg_inherits i
    WHERE i.inhparent IN ('log_event'::regclass, 'log_count'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', month);
  END LOOP;
END $$;

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

-- A job removes the files of events that are too old.
GRANT UPDATE (file_id) ON log_event TO guildhall_app;
