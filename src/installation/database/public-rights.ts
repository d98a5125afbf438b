import type pg from 'pg'
import { connect } from '#kernel/database/connect'
import type { Log } from '../embedded/log.ts'
import { quoted } from './database-error.ts'

interface PublicRights {
  database: string
  hasTemporary: boolean
  /** Whether the user owns the database. */
  ownsDatabase: boolean
  isSuperuser: boolean
  /** The functions of large objects that every user can call. */
  largeObjects: string[]
}

const RIGHTS = `
  SELECT current_database() AS database, pg_has_role(d.datdba, 'USAGE') AS "ownsDatabase",
    EXISTS (SELECT FROM aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
      WHERE a.grantee = 0 AND a.privilege_type = 'TEMPORARY') AS "hasTemporary",
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
    ARRAY(SELECT p.oid::regprocedure::text FROM pg_proc p
      WHERE p.pronamespace = 'pg_catalog'::regnamespace AND (p.proname LIKE 'lo\\_%' OR p.proname IN ('loread', 'lowrite'))
        AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0)
      ORDER BY 1) AS "largeObjects"
  FROM pg_database d WHERE d.datname = current_database()`

/** The advisory lock "rights of PUBLIC are being revoked". */
const LOCK = 4_711_370

/**
 * Revokes what PostgreSQL allows every user of a database: temporary tables, and large objects, which have no tenant. The
 * first requires the owner of the database, the second a superuser. These rights belong to the database and not to its
 * content, so a restored or cloned database has them again; hence the check at each start.
 */
export const revokePublicRights = async (url: string, log: Log): Promise<void> => {
  const client = await connect({ connectionString: url, application_name: 'guildhall start' })
  try {
    const { database, hasTemporary, ownsDatabase, ...found } = await findRights(client)
    if (hasTemporary && !ownsDatabase)
      log.warn(`Every user can create temporary tables in the database ${quoted(database)}. See docs/operators.md.`)
    if (statementsFor({ database, hasTemporary, ownsDatabase, ...found }).length === 0) return
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    for (const statement of statementsFor(await findRights(client))) await client.query(statement)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

const findRights = async (client: pg.Client): Promise<PublicRights> =>
  (await client.query<PublicRights>(RIGHTS)).rows[0] as PublicRights

const statementsFor = ({ database, hasTemporary, ownsDatabase, isSuperuser, largeObjects }: PublicRights): string[] => [
  ...(hasTemporary && ownsDatabase
    ? [
        `REVOKE TEMPORARY ON DATABASE ${quoted(database)} FROM PUBLIC`,
        // The demonstration and imports copy rows by way of temporary tables.
        `GRANT TEMPORARY ON DATABASE ${quoted(database)} TO guildhall_system`,
      ]
    : []),
  ...(isSuperuser && largeObjects.length > 0
    ? [`REVOKE EXECUTE ON FUNCTION ${largeObjects.join(', ')} FROM PUBLIC`]
    : []),
]
