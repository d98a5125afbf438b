import { createRequire } from 'node:module'
import { connect } from '../database/connect.ts'
import { grantJobTables, HIDE_JOBS } from './job-tables.ts'

const { version } = createRequire(import.meta.url)('graphile-worker/package.json') as { version: string }
/** The comment of the schema names the version of the library that has migrated it. */
const MARK = `graphile-worker ${version}`

/** One process at a time, with the lock of job-tables.ts: PostgreSQL rejects comments that are written at the same time. */
const WRITE_MARK = `
  DO $$
  BEGIN
    PERFORM pg_advisory_xact_lock(4711371);
    COMMENT ON SCHEMA graphile_worker IS '${MARK}';
  END $$`

/** Creates the job tables. Part of the migration: the connection needs the right to create a schema. */
export const migrateJobs = async (ownerUrl: string): Promise<void> => {
  if (!(await hasMark(ownerUrl))) {
    // A process without jobs that finds the tables does not load the library.
    const [{ runMigrations }, { silentLogger }] = await Promise.all([
      import('graphile-worker'),
      import('./worker-log.ts'),
    ])
    await query(ownerUrl, HIDE_JOBS)
    await runMigrations({ connectionString: ownerUrl, logger: silentLogger })
    await query(ownerUrl, WRITE_MARK)
  }
  await grantJobTables(ownerUrl)
}

const hasMark = async (ownerUrl: string): Promise<boolean> => {
  const sql = `SELECT obj_description(to_regnamespace('graphile_worker'), 'pg_namespace') AS mark`
  const [row] = await query<{ mark: string | null }>(ownerUrl, sql)
  return row?.mark === MARK
}

const query = async <Row extends object>(ownerUrl: string, sql: string): Promise<Row[]> => {
  const client = await connect({ connectionString: ownerUrl, application_name: 'guildhall migrate' })
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
