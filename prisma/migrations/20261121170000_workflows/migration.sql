-- AlterTable
ALTER TABLE "mail_message" ADD COLUMN     "clicked_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_tracked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "opened_at" TIMESTAMPTZ(3),
ADD COLUMN     "otherwise" JSONB,
ADD COLUMN     "template_id" INTEGER;

-- AlterTable
ALTER TABLE "mail_template" ADD COLUMN     "is_designed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "workflow" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "created_by" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "schedule_type_id" SMALLINT NOT NULL,
    "start_hour" SMALLINT,
    "end_hour" SMALLINT,
    "weekdays" SMALLINT[],
    "allow_repeated_steps" BOOLEAN NOT NULL DEFAULT false,
    "allow_re_entry" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "activated_at" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "paused_reason" TEXT,
    "paused_step_id" INTEGER,
    "stirred_at" TIMESTAMPTZ(3),
    "board_audit_id" INTEGER NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "workflow_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "workflow_source" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "workflow_id" INTEGER NOT NULL,
    "group_id" INTEGER NOT NULL,
    "is_anti" BOOLEAN NOT NULL,

    CONSTRAINT "workflow_source_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "workflow_step" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "workflow_id" INTEGER NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "logic_step_id" INTEGER,
    "is_inverse" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL,
    "options" JSONB NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "workflow_step_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "workflow_run" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "workflow_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "rotation" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'active',
    "is_latest" BOOLEAN NOT NULL DEFAULT true,
    "source_ids" INTEGER[],
    "entered_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" TEXT,
    "step_id" INTEGER,
    "visit" INTEGER NOT NULL DEFAULT 1,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,
    "is_waiting" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "workflow_run_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "workflow_step_run" (
    "tenant_id" INTEGER NOT NULL,
    "run_id" INTEGER NOT NULL,
    "step_id" INTEGER NOT NULL,
    "visit" INTEGER NOT NULL,
    "number" SERIAL NOT NULL,
    "state" TEXT NOT NULL,
    "outcome" TEXT,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "workflow_step_run_pkey" PRIMARY KEY ("tenant_id","run_id","step_id","visit")
);

-- CreateTable
CREATE TABLE "workflow_day" (
    "tenant_id" INTEGER NOT NULL,
    "workflow_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "entered" INTEGER NOT NULL DEFAULT 0,
    "early_opt_out" INTEGER NOT NULL DEFAULT 0,
    "completed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "workflow_day_pkey" PRIMARY KEY ("tenant_id","workflow_id","day")
);

-- CreateIndex
CREATE INDEX "workflow_source_tenant_id_group_id_idx" ON "workflow_source"("tenant_id", "group_id");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_source_tenant_id_workflow_id_group_id_key" ON "workflow_source"("tenant_id", "workflow_id", "group_id");

-- CreateIndex
CREATE INDEX "workflow_step_tenant_id_workflow_id_idx" ON "workflow_step"("tenant_id", "workflow_id");

-- CreateIndex
CREATE INDEX "workflow_run_tenant_id_contact_id_workflow_id_idx" ON "workflow_run"("tenant_id", "contact_id", "workflow_id");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_run_tenant_id_workflow_id_contact_id_rotation_key" ON "workflow_run"("tenant_id", "workflow_id", "contact_id", "rotation");

-- CreateIndex
CREATE INDEX "workflow_step_run_tenant_id_step_id_state_idx" ON "workflow_step_run"("tenant_id", "step_id", "state");

-- AddForeignKey
ALTER TABLE "workflow_source" ADD CONSTRAINT "workflow_source_tenant_id_workflow_id_fkey" FOREIGN KEY ("tenant_id", "workflow_id") REFERENCES "workflow"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_source" ADD CONSTRAINT "workflow_source_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "contact_group"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_step" ADD CONSTRAINT "workflow_step_tenant_id_workflow_id_fkey" FOREIGN KEY ("tenant_id", "workflow_id") REFERENCES "workflow"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_run" ADD CONSTRAINT "workflow_run_tenant_id_workflow_id_fkey" FOREIGN KEY ("tenant_id", "workflow_id") REFERENCES "workflow"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_run" ADD CONSTRAINT "workflow_run_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_step_run" ADD CONSTRAINT "workflow_step_run_tenant_id_run_id_fkey" FOREIGN KEY ("tenant_id", "run_id") REFERENCES "workflow_run"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_step_run" ADD CONSTRAINT "workflow_step_run_tenant_id_step_id_fkey" FOREIGN KEY ("tenant_id", "step_id") REFERENCES "workflow_step"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot express.

-- A contact is in a workflow once at a time.
-- by hand: workflow_run_active_key
CREATE UNIQUE INDEX workflow_run_active_key ON workflow_run (tenant_id, workflow_id, contact_id) WHERE state = 'active';
-- Whose time has come, soonest first.
-- by hand: workflow_run_due
CREATE INDEX workflow_run_due ON workflow_run (tenant_id, workflow_id, due_at, id) WHERE state = 'active';
-- Who stands at a step.
-- by hand: workflow_run_step
CREATE INDEX workflow_run_step ON workflow_run (tenant_id, step_id, due_at, id) WHERE state = 'active';
-- Which workflows there is work for.
-- by hand: workflow_active
CREATE INDEX workflow_active ON workflow (tenant_id, id) WHERE is_active AND deleted_at IS NULL;

ALTER TABLE workflow
  ADD CONSTRAINT workflow_schedule_known CHECK (schedule_type_id BETWEEN 1 AND 3),
  ADD CONSTRAINT workflow_schedule_hours CHECK ((schedule_type_id = 1) = (start_hour IS NULL)
    AND (start_hour IS NULL) = (end_hour IS NULL) AND (start_hour IS NULL OR start_hour < end_hour));
ALTER TABLE workflow_run ADD CONSTRAINT workflow_run_stands CHECK ((state = 'active') = (ended_at IS NULL)
  AND (state = 'active') = (step_id IS NOT NULL) AND (state = 'active') = (due_at IS NOT NULL));

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['workflow', 'workflow_source', 'workflow_step', 'workflow_run', 'workflow_step_run', 'workflow_day']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  -- Workflows are no business of a chapter's owner; where its members stand in them goes with the members.
  FOREACH owned IN ARRAY ARRAY['workflow', 'workflow_source', 'workflow_step', 'workflow_day']
  LOOP
    PERFORM chapter_wall_closed(owned::regclass);
  END LOOP;
  PERFORM chapter_wall_by_contact('workflow_run', 'contact_id');
  PERFORM chapter_wall_by_parent('workflow_step_run', 'run_id,workflow_run,contact_id');
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- Contacts by what their latest run came to (buckets workflow:<id>:<state>), and what happened on each day of the
-- tenant: kept here, whoever ends a run.
-- Runs as they were and runs as they are lie end to end and are not joined: the statement's rows are unknown to the
-- planner, which went through all of the one for each of the other. A run that goes away, because its contact was merged
-- into one that had been in the workflow too, is taken back from the days as well.
CREATE FUNCTION workflow_run_counted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
GRANT CREATE ON SCHEMA public TO guildhall_system;
ALTER FUNCTION workflow_run_counted() OWNER TO guildhall_system;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER workflow_run_added AFTER INSERT ON workflow_run REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_counted();
CREATE TRIGGER workflow_run_changed AFTER UPDATE ON workflow_run REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_counted();
CREATE TRIGGER workflow_run_removed AFTER DELETE ON workflow_run REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_counted();

-- What was done in the last days, among all that ever was.
-- by hand: workflow_step_run_done
CREATE INDEX workflow_step_run_done ON workflow_step_run (tenant_id, done_at) WHERE done_at IS NOT NULL;
