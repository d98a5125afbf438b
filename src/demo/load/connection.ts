import type pg from 'pg'
import { connect } from '#kernel/database/connect'

/**
 * Opens a separate connection for long work, by the connection string of the system role: statements have no time limit, and the index of words
 * collects more entries before it is merged.
 */
export const connectLoader = (url: string): Promise<pg.Client> =>
  connect({
    connectionString: url,
    application_name: 'guildhall demo',
    options: '-c work_mem=64MB -c gin_pending_list_limit=65536',
  })

/**
 * Opens two connections for the same tenant. Totals are stored in a slot by process number (see contact_count_changed);
 * two connections with the same slot would wait for each other.
 */
export const connectLoaders = async (url: string, count: 1 | 2): Promise<pg.Client[]> => {
  const first = await connectLoader(url)
  const loaders = [first]
  const spare: pg.Client[] = []
  while (loaders.length < count) {
    const next = await connectLoader(url)
    if ((await slotOf(next)) !== (await slotOf(first))) loaders.push(next)
    else spare.push(next)
  }
  for (const client of spare) await client.end()
  return loaders
}

const slotOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ slot: number }>('SELECT pg_backend_pid() % 8 AS slot')
  return rows[0]?.slot ?? 0
}
