-- Writes a tenant as statements for the database of another installation: its rows, its jobs and the logins of its staff.
-- psql -v key=<key of the tenant> -f read-tenant.sql, as a superuser. The last statement commits, so that a part of the
-- output changes nothing.
\set ON_ERROR_STOP on
\set QUIET on
\pset format unaligned
\pset tuples_only on
BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
SELECT id AS tenant FROM tenant WHERE key = :'key' \gset

\echo '\\set ON_ERROR_STOP on'
\echo 'BEGIN;'
-- Triggers already did their work where the rows were written.
\echo 'SET LOCAL session_replication_role = replica;'
-- The months of its log, which the other installation may not have.
SELECT format('SELECT FROM log_month.add(%L, %L);', min(day), max(day)) FROM log_count WHERE tenant_id = :tenant
HAVING count(*) > 0;

SELECT format('SELECT %L', format('COPY %s (%s) FROM STDIN;', name, columns)),
  format('COPY (SELECT %s FROM %s WHERE %s = %s%s) TO STDOUT', columns, name, owner, :tenant, own), 'SELECT ''\.'''
FROM (
  SELECT c.oid::regclass AS name, CASE WHEN c.relname = 'tenant' THEN 'id' ELSE 'tenant_id' END AS owner,
    string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns,
    -- Grants to clients of other tenants end: those clients stay.
    CASE WHEN bool_or(a.attname = 'permission_tenant_id') THEN ' AND permission_tenant_id = tenant_id' END AS own
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND (c.relname = 'tenant' OR EXISTS (
    SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped))
  GROUP BY c.oid, c.relname ORDER BY c.relname <> 'tenant', c.relname
) AS tables \gexec

-- A person who has a login there already keeps it, with its password.
\echo 'CREATE TEMP TABLE arriving_login (LIKE login) ON COMMIT DROP;'
\echo 'COPY arriving_login FROM STDIN;'
SELECT format('COPY (SELECT l.* FROM login l WHERE EXISTS (
  SELECT FROM staff s WHERE s.login_id = l.id AND s.tenant_id = %s)) TO STDOUT', :tenant) \gexec
\echo '\\.'
\echo 'CREATE TEMP TABLE new_login ON COMMIT DROP AS SELECT id FROM arriving_login a WHERE NOT EXISTS (SELECT FROM login l WHERE l.email = a.email);'
\echo 'INSERT INTO login SELECT * FROM arriving_login ON CONFLICT (email) DO NOTHING;'
-- With their second factors, so that a password is not enough where it was not before. The secret of an app is encrypted with
-- the id of its row, which stays: one that is in use there makes the copy fail.
SELECT format('SELECT %L', format('CREATE TEMP TABLE arriving_%s ON COMMIT DROP AS SELECT %s FROM %s WHERE false;', name, columns, name)),
  format('SELECT %L', format('COPY arriving_%s FROM STDIN;', name)),
  format('COPY (SELECT %s FROM %s f WHERE EXISTS (
    SELECT FROM staff s WHERE s.login_id = f.login_id AND s.tenant_id = %s)) TO STDOUT', columns, name, :tenant),
  'SELECT ''\.''',
  format('SELECT %L', format('INSERT INTO %s (%s) SELECT * FROM arriving_%s WHERE login_id IN (SELECT id FROM new_login);',
    name, columns, name))
FROM (
  SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN ('login_totp', 'login_recovery_code', 'login_passkey')
    AND (a.attname <> 'id' OR c.relname = 'login_totp')
  GROUP BY c.relname
) AS factors \gexec
SELECT format('UPDATE %s x SET login_id = l.id FROM arriving_login a JOIN login l ON l.email = a.email
  WHERE x.tenant_id = %s AND x.login_id = a.id AND l.id <> a.id;', a.attrelid::regclass, :tenant)
FROM pg_attribute a JOIN pg_attribute t ON t.attrelid = a.attrelid AND t.attname = 'tenant_id'
  JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
WHERE a.attname = 'login_id';

SELECT format('SELECT FROM graphile_worker.add_job(%L, %L::json, queue_name => %L, run_at => %L, max_attempts => %L,
  job_key => %L, priority => %L);', t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority)
FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
WHERE j.payload ->> 'tenantId' = :'tenant' ORDER BY j.id;

-- New rows get ids above those of the tenant. A sequence that was never used has the last value 1, too.
SELECT format('SELECT FROM (SELECT max(%I) AS last FROM %s WHERE tenant_id = %s) m
  WHERE last >= (SELECT last_value FROM %s) AND setval(%L, last) > 0;',
  a.attname, a.attrelid::regclass, :tenant, d.objid::regclass, d.objid::regclass)
FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
  JOIN pg_attribute t ON t.attrelid = a.attrelid AND t.attname = 'tenant_id' JOIN pg_class s ON s.oid = d.objid
WHERE d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND s.relkind = 'S'
  AND s.relnamespace = 'public'::regnamespace;

SELECT format('SELECT FROM pg_notify(%L, %L);', 'guildhall_credentials', :'tenant');
\echo 'COMMIT;'
COMMIT;
