-- AlterTable
ALTER TABLE "task_item" ADD COLUMN     "assigned_to_contact_id" INTEGER,
ADD COLUMN     "completed_on" DATE,
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "created_by" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN     "depends_on_id" INTEGER,
ADD COLUMN     "description" TEXT,
ADD COLUMN     "estimated_hours" DECIMAL(7,2) NOT NULL DEFAULT 0,
ADD COLUMN     "info_json" TEXT,
ADD COLUMN     "milestone_id" INTEGER,
ADD COLUMN     "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "modified_by" TEXT NOT NULL DEFAULT 'system',
ADD COLUMN     "parent_id" INTEGER,
ADD COLUMN     "percent_complete" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "priority_id" SMALLINT NOT NULL DEFAULT 2,
ADD COLUMN     "project_id" INTEGER,
ADD COLUMN     "start_date" DATE,
ADD COLUMN     "type_id" INTEGER;

-- CreateTable
CREATE TABLE "task_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "kind_id" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "css_color" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_system" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "task_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "project" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "type_id" INTEGER,
    "manager_contact_id" INTEGER,
    "start_date" DATE,
    "due_date" DATE,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "project_milestone" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "project_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "project_milestone_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "project_template" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "type_id" INTEGER,

    CONSTRAINT "project_template_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "project_template_milestone" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "template_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "project_template_milestone_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "project_template_task" (
    "tenant_id" INTEGER NOT NULL,
    "template_id" INTEGER NOT NULL,
    "number" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "type_id" INTEGER NOT NULL,
    "priority_id" SMALLINT NOT NULL DEFAULT 2,
    "milestone_id" INTEGER,
    "start_day" SMALLINT,
    "due_day" SMALLINT,
    "estimated_hours" DECIMAL(7,2) NOT NULL DEFAULT 0,
    "parent_number" SMALLINT,
    "depends_on_number" SMALLINT,

    CONSTRAINT "project_template_task_pkey" PRIMARY KEY ("tenant_id","template_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "task_type_tenant_id_name_key_key" ON "task_type"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "project_tenant_id_name_key_id_idx" ON "project"("tenant_id", "name_key", "id");

-- CreateIndex
CREATE INDEX "project_tenant_id_type_id_idx" ON "project"("tenant_id", "type_id");

-- CreateIndex
CREATE INDEX "project_tenant_id_manager_contact_id_idx" ON "project"("tenant_id", "manager_contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_milestone_tenant_id_project_id_name_key_key" ON "project_milestone"("tenant_id", "project_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "project_milestone_tenant_id_project_id_id_key" ON "project_milestone"("tenant_id", "project_id", "id");

-- CreateIndex
CREATE INDEX "project_template_tenant_id_type_id_idx" ON "project_template"("tenant_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_template_tenant_id_name_key_key" ON "project_template"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "project_template_milestone_tenant_id_template_id_name_key_key" ON "project_template_milestone"("tenant_id", "template_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "project_template_milestone_tenant_id_template_id_id_key" ON "project_template_milestone"("tenant_id", "template_id", "id");

-- CreateIndex
CREATE INDEX "project_template_task_tenant_id_type_id_idx" ON "project_template_task"("tenant_id", "type_id");

-- CreateIndex
CREATE INDEX "task_item_tenant_id_type_id_idx" ON "task_item"("tenant_id", "type_id");

-- CreateIndex
CREATE INDEX "task_item_tenant_id_parent_id_idx" ON "task_item"("tenant_id", "parent_id");

-- CreateIndex
CREATE INDEX "task_item_tenant_id_depends_on_id_idx" ON "task_item"("tenant_id", "depends_on_id");

-- Tenants that are there get the built-in types, and their tasks the first of them. The owner of the tables sees no
-- tenant's rows: this is the system's work.
GRANT SELECT, INSERT ON task_type TO guildhall_system;
GRANT USAGE ON SEQUENCE task_type_id_seq TO guildhall_system;
SET LOCAL ROLE guildhall_system;
INSERT INTO task_type (tenant_id, kind_id, name, name_key, is_system)
  SELECT t.id, k.id, k.name, lower(k.name), true
  FROM tenant t CROSS JOIN (VALUES (1, 'To do'), (2, 'Call'), (3, 'Meeting'), (4, 'Email'), (5, 'Follow-up')) AS k(id, name)
  ORDER BY 1, 2;
UPDATE task_item i SET type_id = k.id, completed_on = (i.completed_at AT TIME ZONE t.time_zone)::date,
    percent_complete = CASE WHEN i.completed_at IS NULL THEN 0 ELSE 100 END
  FROM tenant t JOIN task_type k ON k.tenant_id = t.id AND k.kind_id = 1 WHERE t.id = i.tenant_id;
RESET ROLE;
ALTER TABLE "task_item" ALTER COLUMN "type_id" SET NOT NULL, DROP COLUMN "completed_at";

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "project_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_tenant_id_manager_contact_id_fkey" FOREIGN KEY ("tenant_id", "manager_contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_milestone" ADD CONSTRAINT "project_milestone_tenant_id_project_id_fkey" FOREIGN KEY ("tenant_id", "project_id") REFERENCES "project"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_item" ADD CONSTRAINT "task_item_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "task_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_item" ADD CONSTRAINT "task_item_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "task_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_item" ADD CONSTRAINT "task_item_tenant_id_project_id_fkey" FOREIGN KEY ("tenant_id", "project_id") REFERENCES "project"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_item" ADD CONSTRAINT "task_item_tenant_id_project_id_milestone_id_fkey" FOREIGN KEY ("tenant_id", "project_id", "milestone_id") REFERENCES "project_milestone"("tenant_id", "project_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_item" ADD CONSTRAINT "task_item_tenant_id_assigned_to_contact_id_fkey" FOREIGN KEY ("tenant_id", "assigned_to_contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_item" ADD CONSTRAINT "task_item_tenant_id_depends_on_id_fkey" FOREIGN KEY ("tenant_id", "depends_on_id") REFERENCES "task_item"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_template" ADD CONSTRAINT "project_template_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "project_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_template_milestone" ADD CONSTRAINT "project_template_milestone_tenant_id_template_id_fkey" FOREIGN KEY ("tenant_id", "template_id") REFERENCES "project_template"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_template_task" ADD CONSTRAINT "project_template_task_tenant_id_template_id_fkey" FOREIGN KEY ("tenant_id", "template_id") REFERENCES "project_template"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_template_task" ADD CONSTRAINT "project_template_task_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "task_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_template_task" ADD CONSTRAINT "project_template_task_tenant_id_template_id_milestone_id_fkey" FOREIGN KEY ("tenant_id", "template_id", "milestone_id") REFERENCES "project_template_milestone"("tenant_id", "template_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['task_type', 'project', 'project_milestone', 'project_template', 'project_template_milestone',
    'project_template_task']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    -- Whoever is limited to chapters has the tasks of their members, by the contact that a task is about, and the names
    -- of types. Projects are the whole tenant's.
    IF owned = 'task_type' THEN
      PERFORM chapter_wall_list(owned::regclass);
    ELSE
      PERFORM chapter_wall(owned::regclass, 'false', 'false');
    END IF;
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

CREATE UNIQUE INDEX task_type_built_in ON task_type (tenant_id, kind_id) WHERE is_system;
ALTER TABLE task_type ADD CONSTRAINT task_type_kind CHECK (kind_id BETWEEN 1 AND 5);
ALTER TABLE task_item
  ADD CONSTRAINT task_item_complete CHECK ((percent_complete = 100) = (completed_on IS NOT NULL)),
  ADD CONSTRAINT task_item_percent CHECK (percent_complete BETWEEN 0 AND 100),
  ADD CONSTRAINT task_item_priority CHECK (priority_id BETWEEN 1 AND 4),
  ADD CONSTRAINT task_item_days CHECK (due_date >= start_date),
  ADD CONSTRAINT task_item_milestone CHECK (milestone_id IS NULL OR project_id IS NOT NULL),
  ADD CONSTRAINT task_item_not_its_own CHECK (depends_on_id <> id AND parent_id <> id);

-- Generated for lists. No due date counts as the last of days. On a calendar a task lasts from its first to its last day.
ALTER TABLE task_item
  ADD COLUMN due_order date NOT NULL GENERATED ALWAYS AS (coalesce(due_date, DATE '9999-12-31')) STORED,
  ADD COLUMN first_day date GENERATED ALWAYS AS (coalesce(start_date, due_date)) STORED,
  ADD COLUMN last_day date GENERATED ALWAYS AS (coalesce(due_date, start_date)) STORED,
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
    regexp_replace(normalize(lower(name || ' ' || coalesce(description, '')), NFKD), '[\u0300-\u036f]', '', 'g')) STORED;

-- by hand: task_item_by_due
-- The order of lists: all of the tenant's, and those of one project or one assignee.
CREATE INDEX task_item_by_due ON task_item (tenant_id, due_order, priority_id DESC, id DESC);
CREATE INDEX task_item_of_project ON task_item (tenant_id, project_id, due_order, priority_id DESC, id DESC)
  WHERE project_id IS NOT NULL;
CREATE INDEX task_item_of_milestone ON task_item (tenant_id, milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX task_item_of_assignee ON task_item (tenant_id, assigned_to_contact_id, due_order, priority_id DESC, id DESC)
  WHERE assigned_to_contact_id IS NOT NULL;
CREATE INDEX task_item_open ON task_item (tenant_id, due_order, priority_id DESC, id DESC) WHERE completed_on IS NULL;
CREATE INDEX task_item_by_last_day ON task_item (tenant_id, last_day, first_day) WHERE last_day IS NOT NULL;

-- How many tasks there are and how many of them are open, of the tenant and of each project.
GRANT CREATE ON SCHEMA public TO guildhall_system;
-- What a task counts for.
CREATE FUNCTION task_buckets(project integer, is_open boolean) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT b FROM unnest(ARRAY['task:all', CASE WHEN is_open THEN 'task:open' END, 'task:project:' || project || ':all',
    CASE WHEN is_open THEN 'task:project:' || project || ':open' END]) AS b WHERE b IS NOT NULL
$$;
CREATE FUNCTION task_count_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT w.tenant_id, b, pg_backend_pid() % 8, count(*)
    FROM added w CROSS JOIN task_buckets(w.project_id, w.completed_on IS NULL) b GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT w.tenant_id, b, pg_backend_pid() % 8, -count(*)
    FROM removed w CROSS JOIN task_buckets(w.project_id, w.completed_on IS NULL) b GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT w.tenant_id, b, pg_backend_pid() % 8, sum(w.d)
    FROM (SELECT tenant_id, project_id, completed_on, 1 AS d FROM added
          UNION ALL
          SELECT tenant_id, project_id, completed_on, -1 FROM removed) w
      CROSS JOIN task_buckets(w.project_id, w.completed_on IS NULL) b
    GROUP BY 1, 2 HAVING sum(w.d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION task_count_changed() OWNER TO guildhall_system;
CREATE TRIGGER task_count_insert AFTER INSERT ON task_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION task_count_changed();
CREATE TRIGGER task_count_update AFTER UPDATE ON task_item REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION task_count_changed();
CREATE TRIGGER task_count_delete AFTER DELETE ON task_item REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION task_count_changed();
REVOKE CREATE ON SCHEMA public FROM guildhall_system;

-- Tasks from before there were counts; and owners of chapters come to the tasks of their members.
SET LOCAL ROLE guildhall_system;
INSERT INTO record_count (tenant_id, bucket, slot, n)
  SELECT tenant_id, 'task:all', 0, count(*) FROM task_item GROUP BY 1
  UNION ALL SELECT tenant_id, 'task:open', 0, count(*) FROM task_item WHERE completed_on IS NULL GROUP BY 1;
UPDATE role SET scopes = scopes || ARRAY['tasks:read', 'tasks:write']
  WHERE is_chapter_limited AND name = 'Chapter owner' AND NOT scopes && ARRAY['tasks:read', 'tasks:write'];
RESET ROLE;
