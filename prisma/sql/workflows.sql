-- Constraints and indexes

ALTER TABLE workflow ADD CONSTRAINT workflow_schedule_hours CHECK ((schedule_type_id = 1) = (start_hour IS NULL)
    AND (start_hour IS NULL) = (end_hour IS NULL) AND (start_hour IS NULL OR start_hour < end_hour));
ALTER TABLE workflow ADD CONSTRAINT workflow_schedule_known CHECK (schedule_type_id BETWEEN 1 AND 3);
ALTER TABLE workflow_run ADD CONSTRAINT workflow_run_position CHECK ((state = 'active') = (ended_at IS NULL)
  AND (state = 'active') = (due_at IS NOT NULL) AND (state <> 'active' OR step_id IS NOT NULL)
  AND (state IN ('active', 'failed') OR step_id IS NULL));

CREATE INDEX workflow_active ON workflow (tenant_id, id) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX workflow_next_run ON workflow (next_run_at, tenant_id, id) WHERE is_active AND deleted_at IS NULL;
CREATE INDEX "workflow_paused" ON "workflow" ("tenant_id", "id")
  WHERE "paused_at" IS NOT NULL AND NOT "is_active" AND "deleted_at" IS NULL;
CREATE UNIQUE INDEX workflow_run_active_key ON workflow_run (tenant_id, workflow_id, contact_id) WHERE step_id IS NOT NULL;
CREATE INDEX workflow_run_due ON workflow_run (tenant_id, workflow_id, due_at, id) WHERE state = 'active';
CREATE INDEX workflow_run_listed ON workflow_run (tenant_id, workflow_id, state, contact_id) WHERE is_latest;
CREATE INDEX workflow_run_step ON workflow_run (tenant_id, step_id, due_at, id) INCLUDE (state) WHERE step_id IS NOT NULL;
CREATE INDEX workflow_step_run_done ON workflow_step_run (tenant_id, done_at) WHERE done_at IS NOT NULL;

-- Functions and triggers

-- Contacts by what their latest run came to (buckets workflow:<id>:<state>), and what happened on each day of the
-- tenant: kept here for every end of a run.
-- Runs as they were and runs as they are lie end to end and are not joined: the statement's rows are unknown to the
-- planner, which went through all of the one for each of the other. A run that goes away, because its contact was merged
-- into one that had been in the workflow too, is taken back from the days as well.
CREATE OR REPLACE FUNCTION workflow_run_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'workflow:' || workflow_id || ':' || state, pg_backend_pid() % 8, count(*)
    FROM added WHERE is_latest GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
    INSERT INTO workflow_day AS d (tenant_id, workflow_id, day, entered)
    SELECT a.tenant_id, a.workflow_id, (a.entered_at AT TIME ZONE t.time_zone)::date, count(*)
    FROM added a JOIN tenant t ON t.id = a.tenant_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workflow_id, day) DO UPDATE SET entered = d.entered + excluded.entered;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'workflow:' || workflow_id || ':' || state, pg_backend_pid() % 8, -count(*)
    FROM removed WHERE is_latest GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
    INSERT INTO workflow_day AS d (tenant_id, workflow_id, day, entered, early_opt_out, completed, failed)
    SELECT g.tenant_id, g.workflow_id, (g.at AT TIME ZONE t.time_zone)::date, -sum(g.entered), -sum(g.early), -sum(g.completed),
      -sum(g.failed)
    FROM (SELECT tenant_id, workflow_id, entered_at AS at, 1 AS entered, 0 AS early, 0 AS completed, 0 AS failed
          FROM removed
          UNION ALL
          SELECT tenant_id, workflow_id, ended_at, 0, (state NOT IN ('completed', 'failed'))::int,
            (state = 'completed')::int, (state = 'failed')::int
          FROM removed WHERE ended_at IS NOT NULL) g
    JOIN tenant t ON t.id = g.tenant_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workflow_id, day) DO UPDATE SET entered = d.entered + excluded.entered,
      early_opt_out = d.early_opt_out + excluded.early_opt_out, completed = d.completed + excluded.completed,
      failed = d.failed + excluded.failed;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'workflow:' || workflow_id || ':' || state, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, workflow_id, state, 1 AS d FROM added WHERE is_latest
          UNION ALL
          SELECT tenant_id, workflow_id, state, -1 FROM removed WHERE is_latest) changed
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
    INSERT INTO workflow_day AS d (tenant_id, workflow_id, day, early_opt_out, completed, failed)
    SELECT e.tenant_id, e.workflow_id, (e.ended_at AT TIME ZONE t.time_zone)::date,
      coalesce(sum(e.d) FILTER (WHERE e.state NOT IN ('completed', 'failed')), 0),
      coalesce(sum(e.d) FILTER (WHERE e.state = 'completed'), 0), coalesce(sum(e.d) FILTER (WHERE e.state = 'failed'), 0)
    FROM (SELECT tenant_id, workflow_id, ended_at, state, 1 AS d FROM added WHERE ended_at IS NOT NULL
          UNION ALL
          SELECT tenant_id, workflow_id, ended_at, state, -1 FROM removed WHERE ended_at IS NOT NULL) e
    JOIN tenant t ON t.id = e.tenant_id GROUP BY 1, 2, 3
    HAVING sum(e.d) FILTER (WHERE e.state NOT IN ('completed', 'failed')) <> 0
      OR sum(e.d) FILTER (WHERE e.state = 'completed') <> 0 OR sum(e.d) FILTER (WHERE e.state = 'failed') <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workflow_id, day)
      DO UPDATE SET early_opt_out = d.early_opt_out + excluded.early_opt_out, completed = d.completed + excluded.completed,
      failed = d.failed + excluded.failed;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION workflow_run_counted() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION workflow_run_counted() FROM PUBLIC;
CREATE TRIGGER workflow_run_added AFTER INSERT ON workflow_run REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_counted();
CREATE TRIGGER workflow_run_changed AFTER UPDATE ON workflow_run REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_counted();
CREATE TRIGGER workflow_run_removed AFTER DELETE ON workflow_run REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_counted();

CREATE OR REPLACE FUNCTION workflow_run_due() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE workflow w SET next_run_at = a.due_at
    FROM (SELECT tenant_id, workflow_id, min(due_at) AS due_at FROM added GROUP BY 1, 2) a
    WHERE w.tenant_id = a.tenant_id AND w.id = a.workflow_id AND a.due_at < coalesce(w.next_run_at, 'infinity');
  -- A merge by a caller who is limited to chapters moves runs without another time, and must not write workflows.
  ELSIF EXISTS (SELECT FROM added a JOIN removed r ON r.tenant_id = a.tenant_id AND r.id = a.id
      WHERE a.due_at IS NOT NULL AND a.due_at IS DISTINCT FROM r.due_at) THEN
    UPDATE workflow w SET next_run_at = a.due_at
    FROM (SELECT a.tenant_id, a.workflow_id, min(a.due_at) AS due_at FROM added a
      JOIN removed r ON r.tenant_id = a.tenant_id AND r.id = a.id
      WHERE a.due_at IS NOT NULL AND a.due_at IS DISTINCT FROM r.due_at GROUP BY 1, 2) a
    WHERE w.tenant_id = a.tenant_id AND w.id = a.workflow_id AND a.due_at < coalesce(w.next_run_at, 'infinity');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION workflow_run_due() FROM PUBLIC;
CREATE TRIGGER workflow_run_due_added AFTER INSERT ON workflow_run
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_due();
CREATE TRIGGER workflow_run_due_changed AFTER UPDATE ON workflow_run
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_due();

-- Whatever brings work forward brings the next run forward. Only the run itself puts it off, with the workflow locked.
CREATE OR REPLACE FUNCTION workflow_stirred() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.next_run_at := least(NEW.next_run_at, NEW.stirred_at);
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION workflow_stirred() FROM PUBLIC;
CREATE TRIGGER workflow_stirred BEFORE INSERT OR UPDATE OF stirred_at ON workflow
  FOR EACH ROW WHEN (NEW.stirred_at IS NOT NULL) EXECUTE FUNCTION workflow_stirred();

-- Access

SELECT secure_tenant_table('workflow');
SELECT chapter_wall_closed('workflow');
GRANT SELECT ON workflow TO guildhall_chapter;

SELECT secure_tenant_table('workflow_source');
SELECT chapter_wall_closed('workflow_source');
GRANT SELECT ON workflow_source TO guildhall_chapter;

SELECT secure_tenant_table('workflow_step');
SELECT chapter_wall_closed('workflow_step');
GRANT SELECT, UPDATE (options) ON workflow_step TO guildhall_chapter;

SELECT secure_tenant_table('workflow_run');
SELECT chapter_wall_by_contact('workflow_run', 'contact_id');

SELECT secure_tenant_table('workflow_step_run');
SELECT chapter_wall_by_parent('workflow_step_run', 'run_id,workflow_run,contact_id');

SELECT secure_tenant_table('workflow_day');
SELECT chapter_wall_closed('workflow_day');
