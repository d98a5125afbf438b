-- AlterTable
ALTER TABLE "workflow_day" ADD COLUMN     "failed" INTEGER NOT NULL DEFAULT 0;

-- What Prisma cannot express.

-- A failed run stays at its step (step_id) until it is retried or ended. Runs that failed before ended without a step.
ALTER TABLE workflow_run DROP CONSTRAINT workflow_run_stands;
ALTER TABLE workflow_run ADD CONSTRAINT workflow_run_position CHECK ((state = 'active') = (ended_at IS NULL)
  AND (state = 'active') = (due_at IS NOT NULL) AND (state <> 'active' OR step_id IS NOT NULL)
  AND (state IN ('active', 'failed') OR step_id IS NULL));

-- A contact is in a workflow once at a time, active or failed.
DROP INDEX workflow_run_active_key;
-- by hand: workflow_run_active_key
CREATE UNIQUE INDEX workflow_run_active_key ON workflow_run (tenant_id, workflow_id, contact_id) WHERE step_id IS NOT NULL;
DROP INDEX workflow_run_step;
-- by hand: workflow_run_step
CREATE INDEX workflow_run_step ON workflow_run (tenant_id, step_id, due_at, id) WHERE step_id IS NOT NULL;
-- The contacts of a workflow by the state of their latest run.
-- by hand: workflow_run_listed
CREATE INDEX workflow_run_listed ON workflow_run (tenant_id, workflow_id, state, contact_id) WHERE is_latest;

-- Failed runs count as failed, not as ended early. A retry takes a run back from the day on which it failed.
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE OR REPLACE FUNCTION workflow_run_counted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
REVOKE CREATE ON SCHEMA public FROM guildhall_system;

SET LOCAL ROLE guildhall_system;
UPDATE workflow_day d SET failed = f.n, early_opt_out = d.early_opt_out - f.n
FROM (SELECT r.tenant_id, r.workflow_id, (r.ended_at AT TIME ZONE t.time_zone)::date AS day, count(*) AS n
  FROM workflow_run r JOIN tenant t ON t.id = r.tenant_id WHERE r.state = 'failed' GROUP BY 1, 2, 3) f
WHERE d.tenant_id = f.tenant_id AND d.workflow_id = f.workflow_id AND d.day = f.day;
RESET ROLE;
