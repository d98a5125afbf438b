import { connect } from '../database/connect.ts'

/** The tables of the job library that the system role cannot use completely. Its own migrations can add some. */
const CLOSED = `
  SELECT FROM pg_class c WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relkind = 'r' AND NOT (
    has_table_privilege('guildhall_system', c.oid, 'SELECT')
    AND has_table_privilege('guildhall_system', c.oid, 'INSERT')
    AND has_table_privilege('guildhall_system', c.oid, 'UPDATE')
    AND has_table_privilege('guildhall_system', c.oid, 'DELETE')
    AND (NOT c.relrowsecurity OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'system_all')))`

/** One process at a time: the lock is "the job tables are being opened". */
const OPEN = `
  DO $$
  DECLARE
    target regclass;
  BEGIN
    PERFORM pg_advisory_xact_lock(4711371);
    GRANT USAGE ON SCHEMA graphile_worker TO guildhall_system;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO guildhall_system;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA graphile_worker TO guildhall_system;
    FOR target IN SELECT c.oid FROM pg_class c
      WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
        AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'system_all')
    LOOP
      EXECUTE format('CREATE POLICY system_all ON %s TO guildhall_system USING (true) WITH CHECK (true)', target);
    END LOOP;
  END $$`

/** Changes with the view, the indexes and the trigger, so that an upgrade creates them. */
const VIEW_MARK = 'jobs of a tenant, 3'

/**
 * The jobs of the tenant of the connection. It runs with the rights of its owner, who owns the tables of the library, and is a
 * barrier: a condition of a caller sees no row of another tenant. Jobs that have failed, are due, run or are given up have
 * indexes of their own, so that they are found among a million that wait.
 *
 * The library adds another job if one with the key runs or is given up, and takes the key from it without a chance to run again. The
 * trigger marks it as replaced, so that it does not count as given up.
 */
const SHOW = `
  DO $$
  BEGIN
    PERFORM pg_advisory_xact_lock(4711371);
    DROP VIEW IF EXISTS public.tenant_job;
    CREATE VIEW public.tenant_job WITH (security_barrier) AS
      SELECT current_tenant() AS tenant_id, j.id, t.identifier AS task, j.payload ->> 'subscriber' AS subscriber, j.attempts::int,
        j.max_attempts::int, j.last_error,
        date_trunc('milliseconds', j.run_at) AS run_at, date_trunc('milliseconds', j.created_at) AS created_at,
        date_trunc('milliseconds', j.updated_at) AS updated_at,
        CASE WHEN j.locked_at IS NOT NULL THEN 'running' WHEN j.attempts >= j.max_attempts THEN 'failed'
          WHEN j.last_error IS NOT NULL THEN 'retrying' ELSE 'waiting' END AS state,
        r.kind AS record_kind, CASE WHEN r.key ~ '^[0-9]{1,18}$' THEN r.key::bigint END AS record_id
      FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      LEFT JOIN LATERAL (SELECT n.kind, j.payload ->> n.field AS key
        FROM (VALUES ('messageId', 'mail-message'), ('importId', 'import'), ('workflowId', 'workflow')) AS n (field, kind)
        WHERE j.payload ->> n.field IS NOT NULL LIMIT 1) r ON true
      WHERE j.payload ->> 'tenantId' = current_tenant()::text;
    COMMENT ON VIEW public.tenant_job IS '${VIEW_MARK}';
    GRANT SELECT ON public.tenant_job TO guildhall_app;
    CREATE INDEX IF NOT EXISTS guildhall_jobs_of_tenant ON graphile_worker._private_jobs ((payload ->> 'tenantId'), id);
    CREATE INDEX IF NOT EXISTS guildhall_failed_jobs ON graphile_worker._private_jobs ((payload ->> 'tenantId'), id)
      WHERE last_error IS NOT NULL;
    CREATE INDEX IF NOT EXISTS guildhall_locked_jobs ON graphile_worker._private_jobs (locked_at) WHERE locked_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS guildhall_locked_queues ON graphile_worker._private_job_queues (locked_at)
      WHERE locked_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS guildhall_due_jobs ON graphile_worker._private_jobs (run_at) WHERE is_available;
    CREATE INDEX IF NOT EXISTS guildhall_ended_jobs ON graphile_worker._private_jobs (id) WHERE attempts >= max_attempts;
    CREATE INDEX IF NOT EXISTS guildhall_retried_jobs ON graphile_worker._private_jobs (id)
      WHERE last_error IS NOT NULL AND attempts < max_attempts;
    CREATE OR REPLACE FUNCTION graphile_worker.guildhall_mark_replaced() RETURNS trigger LANGUAGE plpgsql AS $mark$
    BEGIN
      NEW.flags := coalesce(NEW.flags, '{}') || '{"replaced": true}';
      RETURN NEW;
    END $mark$;
    CREATE OR REPLACE TRIGGER guildhall_replaced BEFORE UPDATE OF key ON graphile_worker._private_jobs FOR EACH ROW
      WHEN (OLD.key IS NOT NULL AND NEW.key IS NULL) EXECUTE FUNCTION graphile_worker.guildhall_mark_replaced();
  END $$`

const SHOWN = `SELECT FROM pg_class c WHERE c.oid = to_regclass('public.tenant_job') AND obj_description(c.oid, 'pg_class') = $1`

/** The migrations of the library can change columns that the view uses. Run it before them. */
export const HIDE_JOBS = 'DROP VIEW IF EXISTS public.tenant_job'

/** Lets the system role run jobs, because the worker does not log in as the owner of the tables, and tenants read theirs. */
export const grantJobTables = async (ownerUrl: string): Promise<void> => {
  const client = await connect({ connectionString: ownerUrl, application_name: 'guildhall migrate' })
  try {
    if ((await client.query(CLOSED)).rowCount !== 0) await client.query(OPEN)
    if ((await client.query(SHOWN, [VIEW_MARK])).rowCount === 0) await client.query(SHOW)
  } finally {
    await client.end()
  }
}
