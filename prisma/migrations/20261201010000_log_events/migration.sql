-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "log_retention_months" SMALLINT NOT NULL DEFAULT 12;
ALTER TABLE "tenant" ADD CONSTRAINT tenant_log_retention CHECK (log_retention_months BETWEEN 1 AND 84);
GRANT UPDATE (log_retention_months) ON tenant TO guildhall_app;

-- CreateTable
CREATE TABLE "log_event" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "level" SMALLINT NOT NULL,
    "log_type" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "entity_type" TEXT,
    "entity_key" TEXT,
    "source" TEXT,
    "destination" TEXT,
    "alternate_name" TEXT,
    "source_type" TEXT,
    "tags" TEXT[],
    "details" TEXT,
    "file_id" INTEGER,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "hidden_at" TIMESTAMPTZ(3),
    "search" tsvector,

    CONSTRAINT "log_event_pkey" PRIMARY KEY ("tenant_id","id","occurred_at")
) PARTITION BY RANGE (occurred_at);

-- CreateTable
CREATE TABLE "log_count" (
    "tenant_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "log_type" TEXT NOT NULL,
    "level" SMALLINT NOT NULL,
    "n" INTEGER NOT NULL,

    CONSTRAINT "log_count_pkey" PRIMARY KEY ("tenant_id","day","id")
) PARTITION BY RANGE (day);

-- What Prisma cannot express.

-- The words of "search" are never read: only its index is.
ALTER TABLE log_event ADD CONSTRAINT log_event_level CHECK (level BETWEEN 1 AND 6);
CREATE INDEX log_event_by_time ON log_event (tenant_id, occurred_at, id) WHERE hidden_at IS NULL;
CREATE INDEX log_event_by_level ON log_event (tenant_id, level, occurred_at, id) WHERE hidden_at IS NULL;
CREATE INDEX log_event_by_type ON log_event (tenant_id, log_type, level, occurred_at, id) WHERE hidden_at IS NULL;
CREATE INDEX log_event_by_entity ON log_event (tenant_id, entity_key, entity_type, occurred_at, id)
  WHERE hidden_at IS NULL AND entity_key IS NOT NULL;
CREATE INDEX log_event_search ON log_event USING gin (search) WHERE hidden_at IS NULL;
CREATE INDEX log_event_file ON log_event (tenant_id, file_id) WHERE file_id IS NOT NULL;

SELECT secure_tenant_table('log_event');
SELECT secure_tenant_table('log_count');
-- Events are hidden, and removed only after their time, by jobs. Only the trigger writes the counts.
REVOKE UPDATE, DELETE ON log_event FROM guildhall_app;
GRANT UPDATE (hidden_at) ON log_event TO guildhall_app;
REVOKE INSERT, UPDATE, DELETE ON log_count FROM guildhall_app;
-- The work of callers limited to chapters can write to the log; they do not read it.
SELECT chapter_wall('log_event', 'false', 'true');
REVOKE SELECT, UPDATE ON log_event FROM guildhall_chapter;
SELECT chapter_wall_closed('log_count');
GRANT USAGE ON SEQUENCE log_event_id_seq, log_count_id_seq TO guildhall_app, guildhall_chapter, guildhall_system;

-- Adds to the counts of days. A row that another transaction has locked is passed over and a new one is made: no writer
-- waits for another, and none can deadlock.
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE FUNCTION log_events_counted() RETURNS trigger
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
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER log_event_count_add AFTER INSERT ON log_event REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('1');
CREATE TRIGGER log_event_count_remove AFTER DELETE ON log_event REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('-1');
-- An update has two transition tables, and a trigger sees one of them under each name.
CREATE TRIGGER log_event_count_before AFTER UPDATE ON log_event REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('-1');
CREATE TRIGGER log_event_count_after AFTER UPDATE ON log_event REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION log_events_counted('1');

-- Months. Creating and dropping tables needs the rights of their owner: these functions have them, work on nothing else, and
-- only guildhall_system can call them.
CREATE SCHEMA log_month;
REVOKE ALL ON SCHEMA log_month FROM PUBLIC;
GRANT USAGE ON SCHEMA log_month TO guildhall_system;

-- Creates the months that are missing from the first day to the last. Returns their number. A table is created first and
-- attached then, because that locks out neither readers nor writers.
CREATE FUNCTION log_month.add(since date, until date) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  parent text;
  month date := date_trunc('month', since::timestamp)::date;
  following date;
  name text;
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
        EXECUTE format('CREATE TABLE log_month.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)',
          name, parent);
        -- Reached by the whole table only, whose policies apply.
        EXECUTE format('ALTER TABLE log_month.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION log_month.%I FOR VALUES FROM (%L) TO (%L)', parent, name,
          CASE parent WHEN 'log_event' THEN month || ' 00:00:00+00' ELSE month::text END,
          CASE parent WHEN 'log_event' THEN following || ' 00:00:00+00' ELSE following::text END);
        made := made + 1;
      END IF;
    END LOOP;
    month := following;
  END LOOP;
  RETURN made / 2;
END $$;

-- Drops a month, with the counts of its days. Waits at most two seconds for running statements, because others would wait
-- for it.
CREATE FUNCTION log_month.remove(month date) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  IF month > (now() - interval '1 month')::date THEN
    RAISE EXCEPTION 'the month % has not ended', month USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(4711373);
  EXECUTE format('DROP TABLE IF EXISTS log_month.%I, log_month.%I', 'log_event' || to_char(month, '_YYYY_MM'),
    'log_count' || to_char(month, '_YYYY_MM'));
END $$;
REVOKE EXECUTE ON FUNCTION log_month.add(date, date), log_month.remove(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_month.add(date, date), log_month.remove(date) TO guildhall_system;

SELECT log_month.add((now() - interval '13 months')::date, (now() + interval '3 months')::date);

-- CreateIndex
CREATE INDEX "audit_entry_tenant_id_at_id_idx" ON "audit_entry"("tenant_id", "at", "id");
