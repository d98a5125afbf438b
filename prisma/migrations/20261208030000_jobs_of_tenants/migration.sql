-- Makes a failed job of a tenant due now. Returns retried, missing, or not-failed. The view tenant_job, which lists the jobs, is
-- created with the tables of the job library (kernel/jobs/job-tables.ts).
CREATE FUNCTION retry_job(tenant integer, job bigint) RETURNS text
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
REVOKE EXECUTE ON FUNCTION retry_job(integer, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION retry_job(integer, bigint) TO guildhall_app, guildhall_system;
