-- Removes the rows and the jobs of a tenant that was moved to another installation: psql -v key=<key of the tenant>
-- -f remove-tenant.sql, as a superuser. Logins stay, because they can have seats in other tenants.
\set ON_ERROR_STOP on
\set QUIET on
BEGIN;
SET LOCAL session_replication_role = replica;
SELECT id AS tenant FROM tenant WHERE key = :'key' \gset
SELECT format('DELETE FROM %s WHERE %s = %s', c.oid::regclass,
  CASE WHEN c.relname = 'tenant' THEN 'id' ELSE 'tenant_id' END, :tenant)
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND (c.relname = 'tenant' OR EXISTS (
  SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped)) \gexec
DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = :'tenant';
SELECT FROM pg_notify('guildhall_credentials', :'tenant');
COMMIT;
