import pg from 'pg'

const pools = new Map<string, pg.Pool>()

/**
 * A connection to a database as its owner, which the tests of the process share: opening one takes longer than most jobs.
 * Leave no setting and no transaction on it.
 */
export const ownerPool = (url: string): pg.Pool => {
  const known = pools.get(url)
  if (known) return known
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  // Dropping the database of a test ends the connection.
  pool.on('error', () => undefined)
  pools.set(url, pool)
  return pool
}
