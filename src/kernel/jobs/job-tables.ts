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

/** Lets the system role run jobs: the worker does not log in as the owner of the tables. */
export const grantJobTables = async (ownerUrl: string): Promise<void> => {
  const client = await connect({ connectionString: ownerUrl, application_name: 'guildhall migrate' })
  try {
    if ((await client.query(CLOSED)).rowCount !== 0) await client.query(OPEN)
  } finally {
    await client.end()
  }
}
