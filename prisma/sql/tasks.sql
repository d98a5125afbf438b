-- Constraints and indexes

ALTER TABLE task_item ADD CONSTRAINT task_item_complete CHECK ((percent_complete = 100) = (completed_on IS NOT NULL));
ALTER TABLE task_item ADD CONSTRAINT task_item_days CHECK (due_date >= start_date);
ALTER TABLE task_item ADD CONSTRAINT task_item_milestone CHECK (milestone_id IS NULL OR project_id IS NOT NULL);
ALTER TABLE task_item ADD CONSTRAINT task_item_not_its_own CHECK (depends_on_id <> id AND parent_id <> id);
ALTER TABLE task_item ADD CONSTRAINT task_item_percent CHECK (percent_complete BETWEEN 0 AND 100);
ALTER TABLE task_item ADD CONSTRAINT task_item_priority CHECK (priority_id BETWEEN 1 AND 4);
ALTER TABLE task_type ADD CONSTRAINT task_type_kind CHECK (kind_id BETWEEN 1 AND 5);

-- The order of lists: all of the tenant's, and those of one project or one assignee.
CREATE INDEX task_item_by_due ON task_item (tenant_id, due_order, priority_id DESC, id DESC);
CREATE INDEX task_item_by_last_day ON task_item (tenant_id, last_day, first_day) WHERE last_day IS NOT NULL;
CREATE INDEX task_item_of_assignee ON task_item (tenant_id, assigned_to_contact_id, due_order, priority_id DESC, id DESC)
  WHERE assigned_to_contact_id IS NOT NULL;
CREATE INDEX task_item_of_milestone ON task_item (tenant_id, milestone_id) WHERE milestone_id IS NOT NULL;
CREATE INDEX task_item_of_project ON task_item (tenant_id, project_id, due_order, priority_id DESC, id DESC)
  WHERE project_id IS NOT NULL;
-- With whose they are, so that the overdue ones are counted in the index.
CREATE INDEX task_item_open ON task_item (tenant_id, due_order, priority_id DESC, id DESC)
  INCLUDE (assigned_to_contact_id) WHERE completed_on IS NULL;
CREATE UNIQUE INDEX task_type_built_in ON task_type (tenant_id, kind_id) WHERE is_system;

-- Functions and triggers

-- What a task counts for.
CREATE OR REPLACE FUNCTION task_buckets(project integer, is_open boolean) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT b FROM unnest(ARRAY['task:all', CASE WHEN is_open THEN 'task:open' END, 'task:project:' || project || ':all',
    CASE WHEN is_open THEN 'task:project:' || project || ':open' END]) AS b WHERE b IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION task_count_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
REVOKE EXECUTE ON FUNCTION task_count_changed() FROM PUBLIC;
CREATE TRIGGER task_count_delete AFTER DELETE ON task_item REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION task_count_changed();
CREATE TRIGGER task_count_insert AFTER INSERT ON task_item REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION task_count_changed();
CREATE TRIGGER task_count_update AFTER UPDATE ON task_item REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION task_count_changed();

-- Access

SELECT secure_tenant_table('task_type');
SELECT chapter_wall_list('task_type');

SELECT secure_tenant_table('project');
SELECT chapter_wall('project', 'false', 'false');

SELECT secure_tenant_table('project_milestone');
SELECT chapter_wall('project_milestone', 'false', 'false');

SELECT secure_tenant_table('task_item');
SELECT chapter_wall_by_contact('task_item', 'contact_id');

SELECT secure_tenant_table('project_template');
SELECT chapter_wall('project_template', 'false', 'false');

SELECT secure_tenant_table('project_template_milestone');
SELECT chapter_wall('project_template_milestone', 'false', 'false');

SELECT secure_tenant_table('project_template_task');
SELECT chapter_wall('project_template_task', 'false', 'false');
