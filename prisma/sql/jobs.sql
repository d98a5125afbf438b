-- Functions and triggers

-- The key of a job starts with its tenant, so that a tenant can neither replace nor delay a job of another one, and so
-- does its queue.
CREATE OR REPLACE FUNCTION enqueue_jobs(tenant integer, specs json) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF current_tenant() IS NOT NULL OR session_user::text ~ '^guildhall_(app|chapter)_' THEN
    PERFORM require_tenant(tenant);
  END IF;
  IF EXISTS (
    SELECT FROM json_array_elements(specs) AS s WHERE s -> 'payload' ->> 'tenantId' IS DISTINCT FROM tenant::text
  ) THEN
    RAISE EXCEPTION 'a job of a tenant carries its tenantId' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM graphile_worker.add_job(
    s.name, s.payload, queue_name => job_name_of(s.payload, s.queue), run_at => s."runAt", max_attempts => s.attempts,
    job_key => job_name_of(s.payload, s.key), priority => s.priority)
  FROM json_to_recordset(specs) AS s (
    name text, payload json, key text, queue text, "runAt" timestamptz, attempts integer, priority integer);
END $$;
REVOKE EXECUTE ON FUNCTION enqueue_jobs(integer,json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(integer,json) TO guildhall_app, guildhall_chapter, guildhall_system;

-- A key or a queue of a job as the job tables store it. Jobs without a tenant belong to the installation.
CREATE OR REPLACE FUNCTION job_name_of(payload json, name text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT coalesce('tenant:' || (payload ->> 'tenantId'), 'installation') || '/' || name $$;

-- Makes a failed job of a tenant due now. Returns retried, missing, or not-failed. The view tenant_job, which lists the jobs, is
-- created with the tables of the job library (kernel/jobs/job-tables.ts).
CREATE OR REPLACE FUNCTION retry_job(tenant integer, job bigint) RETURNS text
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  is_failed boolean;
BEGIN
  IF current_tenant() IS NOT NULL OR session_user::text ~ '^guildhall_(app|chapter)_' THEN
    PERFORM require_tenant(tenant);
  END IF;
  SELECT j.last_error IS NOT NULL AND j.locked_at IS NULL INTO is_failed FROM graphile_worker._private_jobs j
    WHERE j.id = job AND j.payload ->> 'tenantId' = tenant::text FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'missing';
  ELSIF NOT is_failed THEN
    RETURN 'not-failed';
  END IF;
  PERFORM graphile_worker.reschedule_jobs(ARRAY[job], run_at => now(), attempts => 0);
  RETURN 'retried';
END $$;
REVOKE EXECUTE ON FUNCTION retry_job(integer,bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retry_job(integer,bigint) TO guildhall_app, guildhall_system;
