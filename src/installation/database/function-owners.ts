import type pg from 'pg'
import type { Log } from '../embedded/log.ts'
import { DatabaseError } from './database-error.ts'

/** The functions that run as the owner of the tables, because the job tables belong to it. */
const OF_THE_OWNER = ['enqueue_jobs']

const FOREIGN = `
  SELECT p.oid::regprocedure::text AS signature, pg_has_role(p.proowner, 'USAGE') AS "canChange"
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = 'public' AND p.prosecdef AND pg_get_userbyid(p.proowner) <> 'guildhall_system'
    AND NOT p.proname = ANY ($1::text[])
  ORDER BY 1`

/** The advisory lock "owners of functions are being corrected". */
const LOCK = 4_711_369

/**
 * Returns functions to guildhall_system, whose rights they need: totals and search would fail or miss rows with those of
 * another owner. A backup restored with --no-owner leaves them with the user that restored it.
 */
export const returnFunctions = async (client: pg.Client, log: Log): Promise<void> => {
  if ((await findForeign(client)).length === 0) return
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const foreign = await findForeign(client)
    const closed = foreign.find(({ canChange }) => !canChange)
    if (closed)
      throw new DatabaseError(
        `The function ${closed.signature} belongs to another user. Run as a superuser: ` +
          `ALTER FUNCTION ${closed.signature} OWNER TO guildhall_system;`,
      )
    // The new owner of a function needs this right while it becomes the owner.
    await client.query('GRANT CREATE ON SCHEMA public TO guildhall_system')
    for (const { signature } of foreign) await client.query(`ALTER FUNCTION ${signature} OWNER TO guildhall_system`)
    await client.query('REVOKE CREATE ON SCHEMA public FROM guildhall_system')
    await client.query('COMMIT')
    log.info(`Returned ${foreign.length} functions of a restored database to guildhall_system.`)
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

const findForeign = async (client: pg.Client): Promise<{ signature: string; canChange: boolean }[]> =>
  (await client.query<{ signature: string; canChange: boolean }>(FOREIGN, [OF_THE_OWNER])).rows
