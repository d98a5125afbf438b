-- What Prisma cannot express.

-- A run that goes away, because the contact was merged into one that had been in the workflow too, is taken back from the
-- days as well: it had entered, and would have counted as active for ever.
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
    INSERT INTO workflow_day AS d (tenant_id, workflow_id, day, entered, early_opt_out, completed)
    SELECT g.tenant_id, g.workflow_id, (g.at AT TIME ZONE t.time_zone)::date, -sum(g.entered), -sum(g.early), -sum(g.completed)
    FROM (SELECT tenant_id, workflow_id, entered_at AS at, 1 AS entered, 0 AS early, 0 AS completed FROM removed
          UNION ALL
          SELECT tenant_id, workflow_id, ended_at, 0, (state <> 'completed')::int, (state = 'completed')::int
          FROM removed WHERE ended_at IS NOT NULL) g
    JOIN tenant t ON t.id = g.tenant_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workflow_id, day) DO UPDATE SET entered = d.entered + excluded.entered,
      early_opt_out = d.early_opt_out + excluded.early_opt_out, completed = d.completed + excluded.completed;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'workflow:' || workflow_id || ':' || state, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, workflow_id, state, 1 AS d FROM added WHERE is_latest
          UNION ALL
          SELECT tenant_id, workflow_id, state, -1 FROM removed WHERE is_latest) changed
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
    INSERT INTO workflow_day AS d (tenant_id, workflow_id, day, early_opt_out, completed)
    SELECT e.tenant_id, e.workflow_id, (e.ended_at AT TIME ZONE t.time_zone)::date,
      coalesce(sum(e.d) FILTER (WHERE e.state <> 'completed'), 0), coalesce(sum(e.d) FILTER (WHERE e.state = 'completed'), 0)
    FROM (SELECT tenant_id, workflow_id, ended_at, state, 1 AS d FROM added WHERE ended_at IS NOT NULL
          UNION ALL
          SELECT tenant_id, workflow_id, ended_at, state, -1 FROM removed WHERE ended_at IS NOT NULL) e
    JOIN tenant t ON t.id = e.tenant_id GROUP BY 1, 2, 3
    HAVING sum(e.d) FILTER (WHERE e.state <> 'completed') <> 0 OR sum(e.d) FILTER (WHERE e.state = 'completed') <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workflow_id, day)
      DO UPDATE SET early_opt_out = d.early_opt_out + excluded.early_opt_out, completed = d.completed + excluded.completed;
  END IF;
  RETURN NULL;
END $$;

-- What was done in the last days, among all that ever was.
-- by hand: workflow_step_run_done
CREATE INDEX workflow_step_run_done ON workflow_step_run (tenant_id, done_at) WHERE done_at IS NOT NULL;
