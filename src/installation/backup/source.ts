import pg from 'pg'
import { OperatorError } from '#kernel/errors/operator-error'
import { connectionFault } from '../database/connection-fault.ts'

/** The database to back up. */
export interface BackupSource {
  url: string
  /** The variable that contains the url, for messages. */
  variable: 'BACKUP_URL' | 'DATABASE_URL'
}

interface SourceFacts {
  major: number
  user: string
  readsAllTenants: boolean
}

const FACTS = `
  SELECT current_setting('server_version_num')::int / 10000 AS major, current_user AS user,
    (rolsuper OR rolbypassrls) AND coalesce(has_table_privilege(to_regclass('public.tenant'), 'SELECT'), false) AS "readsAllTenants"
  FROM pg_roles WHERE rolname = current_user`

const EXAMPLE = 'postgresql://guildhall_backup:<password>@<host>/<database>'

/**
 * Checks that the database can be read completely. Returns the major version of its server.
 * @throws OperatorError that states what to do
 */
export const checkSource = async ({ url, variable }: BackupSource): Promise<number> => {
  if (!URL.canParse(url)) throw new OperatorError(`${variable} is not an address. Write it as ${EXAMPLE}.`)
  const client = new pg.Client({ connectionString: url, application_name: 'guildhall backup' })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    const { message } = connectionFault(error, client)
    throw new OperatorError(message.replaceAll('DATABASE_URL', variable), { cause: error })
  }
  try {
    const { rows } = await client.query<SourceFacts>(FACTS)
    const { major, user, readsAllTenants } = rows[0] as SourceFacts
    if (readsAllTenants) return major
    throw new OperatorError(
      `"${user}", the user of ${variable}, cannot read the rows of all tenants. Create the user guildhall_backup as docs/operators.md ` +
        `describes under Backups, and set BACKUP_URL to ${EXAMPLE}.`,
    )
  } finally {
    await client.end()
  }
}
