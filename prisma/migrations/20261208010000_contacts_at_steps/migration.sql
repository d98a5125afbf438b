-- The numbers of contacts at the steps of a workflow are read from the index by step only.
DROP INDEX workflow_run_step;
-- by hand: workflow_run_step
CREATE INDEX workflow_run_step ON workflow_run (tenant_id, step_id, due_at, id) INCLUDE (state) WHERE step_id IS NOT NULL;
