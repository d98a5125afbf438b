-- Removes a tenant that was moved to another installation: its rows, its jobs, and the logins that have no seat in another
-- tenant. psql -v key=<key of the tenant> -f remove-tenant.sql, as a superuser. Prints what stays.
\set ON_ERROR_STOP on
\set QUIET on
\pset format unaligned
\pset tuples_only on
BEGIN;
SET LOCAL session_replication_role = replica;
SELECT id AS tenant FROM tenant WHERE key = :'key' \gset
CREATE TEMP TABLE seat ON COMMIT DROP AS SELECT s.login_id, EXISTS (
  SELECT FROM staff o WHERE o.login_id = s.login_id AND o.tenant_id <> s.tenant_id) AS is_shared
FROM staff s WHERE s.tenant_id = :tenant;
CREATE TEMP TABLE stays ON COMMIT DROP AS
SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM stored_file WHERE tenant_id = :tenant;

SELECT format('DELETE FROM %s WHERE %s = %s', c.oid::regclass,
  CASE WHEN c.relname = 'tenant' THEN 'id' ELSE 'tenant_id' END, :tenant)
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND (c.relname = 'tenant' OR EXISTS (
  SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped)) \gexec
DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = :'tenant';
-- Foreign keys delete their sessions and second factors.
SET LOCAL session_replication_role = origin;
DELETE FROM login WHERE id IN (SELECT login_id FROM seat WHERE NOT is_shared);

SELECT format('Removed the tenant %s with %s of its %s logins; the others have seats in other tenants.', :'key',
  count(*) FILTER (WHERE NOT is_shared), count(*)) FROM seat;
SELECT format('%s files of %s bytes stay in the file store. Unless the other installation uses the same store, copy them, then run: guildhall files remove %s',
  files, bytes, :tenant) FROM stays WHERE files > 0;
SELECT FROM pg_notify('guildhall_credentials', :'tenant');
COMMIT;
