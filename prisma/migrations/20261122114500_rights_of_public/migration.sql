-- Nobody calls a trigger function directly; those that run as guildhall_system would change totals without a trigger.
DO $$
DECLARE
  target regprocedure;
BEGIN
  FOR target IN SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = 'public' AND p.prorettype = 'trigger'::regtype LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', target);
  END LOOP;
END $$;

-- The key of a job starts with its tenant, so that a tenant can neither replace nor delay a job of another one, and so
-- does its queue.
CREATE OR REPLACE FUNCTION enqueue_jobs(specs json) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  -- Jobs of a tenant contain its id: one that contains another, or none, is not one that a request can add.
  IF current_tenant() IS NOT NULL AND EXISTS (
    SELECT FROM json_array_elements(specs) AS s WHERE s -> 'payload' ->> 'tenantId' IS DISTINCT FROM current_tenant()::text
  ) THEN
    RAISE EXCEPTION 'a job of a tenant carries its tenantId' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM graphile_worker.add_job(
    s.name, s.payload, queue_name => job_name_of(s.payload, s.queue), run_at => s."runAt", max_attempts => s.attempts,
    job_key => job_name_of(s.payload, s.key), priority => s.priority)
  FROM json_to_recordset(specs) AS s (
    name text, payload json, key text, queue text, "runAt" timestamptz, attempts integer, priority integer);
END $$;

-- A key or a queue of a job as the job tables store it. Jobs without a tenant belong to the installation.
CREATE FUNCTION job_name_of(payload json, name text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT coalesce('tenant:' || (payload ->> 'tenantId'), 'installation') || '/' || name $$;
