-- AlterTable
ALTER TABLE "workflow" ADD COLUMN     "next_run_at" TIMESTAMPTZ(3);

-- What Prisma cannot express.

-- The run of every minute finds the workflows of all tenants that are due, and reads no others.
-- by hand: workflow_next_run
CREATE INDEX workflow_next_run ON workflow (next_run_at, tenant_id, id) WHERE is_active AND deleted_at IS NULL;

-- Whatever brings work forward brings the next run forward. Only the run itself puts it off, with the workflow locked.
CREATE FUNCTION workflow_stirred() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.next_run_at := least(NEW.next_run_at, NEW.stirred_at);
  RETURN NEW;
END $$;
CREATE TRIGGER workflow_stirred BEFORE INSERT OR UPDATE OF stirred_at ON workflow
  FOR EACH ROW WHEN (NEW.stirred_at IS NOT NULL) EXECUTE FUNCTION workflow_stirred();

CREATE FUNCTION workflow_run_due() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
CREATE TRIGGER workflow_run_due_added AFTER INSERT ON workflow_run
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_due();
CREATE TRIGGER workflow_run_due_changed AFTER UPDATE ON workflow_run
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION workflow_run_due();

REVOKE EXECUTE ON FUNCTION workflow_stirred(), workflow_run_due() FROM PUBLIC;

-- The first run finds out when the next one is due.
UPDATE workflow SET next_run_at = now() WHERE is_active AND deleted_at IS NULL;
