import pg from 'pg'
import { withOptions } from '#kernel/database/role-connections'
import type { Log } from '../embedded/log.ts'
import { type Address, connectionFault, pooledConnection } from './connection-fault.ts'
import { DatabaseError } from './database-error.ts'
import { requireRights } from './rights.ts'

const TIMEOUT_MS = 10_000

/** The oldest supported version. */
const OLDEST = 15

/**
 * Opens one connection and checks that Guildhall can work with this database: PostgreSQL itself, its version, encoding and
 * locale, and the rights of the user. Corrects the rights that a restored backup lacks, if the user can.
 * @throws DatabaseError that states what to do
 */
export const checkDatabase = async (url: string, log: Log, timeout = TIMEOUT_MS): Promise<void> => {
  const client = await open(url, timeout)
  try {
    await requireServer(client)
    await requireLetters(client)
    await requireRights(client, log)
  } catch (error) {
    const isLost = /timeout|terminated/i.test((error as Error).message)
    throw isLost ? connectionFault(error, client) : error
  } finally {
    // A server that does not respond to statements does not respond to this either.
    await Promise.race([
      client.end().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, 1000).unref()),
    ])
  }
}

/** PostgreSQL returns the value of this option, which a pooler drops. */
const OPTION = 'guildhall.start'

const open = async (url: string, timeout: number): Promise<pg.Client> => {
  const client = newClient(url, timeout)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    throw connectionFault(error, client)
  }
}

const newClient = (url: string, timeout: number): pg.Client => {
  try {
    return new pg.Client({
      ...withOptions(url, `-c ${OPTION}=direct`),
      application_name: 'guildhall start',
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    })
  } catch (error) {
    throw new DatabaseError(`DATABASE_URL cannot be used: ${(error as Error).message}. Correct it.`, error)
  }
}

interface ServerFacts {
  version: number
  encoding: string
  option: string | null
  isStandby: boolean
}

const requireServer = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<ServerFacts>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, pg_is_in_recovery() AS "isStandby",
       current_setting('server_encoding') AS encoding, current_setting($1, true) AS option`,
    [OPTION],
  )
  const facts = rows[0] as ServerFacts
  if (facts.option !== 'direct') throw pooledConnection(client)
  if (facts.version < OLDEST)
    throw new DatabaseError(
      `PostgreSQL ${facts.version} is too old. Guildhall needs PostgreSQL ${OLDEST} or newer: upgrade the server.`,
    )
  if (facts.isStandby)
    throw new DatabaseError(
      'PostgreSQL is a standby that cannot be written to. Set DATABASE_URL to the primary server.',
    )
  if (facts.encoding !== 'UTF8') throw unsuitable(client, `has the encoding ${facts.encoding}`)
}

/** Names are compared without case in indexes and filters, also those with accents. */
const requireLetters = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ isFolded: boolean }>(`SELECT lower('É') = 'é' AS "isFolded"`)
  if (!rows[0]?.isFolded) throw unsuitable(client, 'has a locale that knows no letters with accents')
}

const unsuitable = ({ database, user }: Address, fault: string): DatabaseError =>
  new DatabaseError(
    `The database "${database}" ${fault}. Create it again for UTF-8, as a superuser: ` +
      `CREATE DATABASE "${database}" OWNER "${user}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';`,
  )
