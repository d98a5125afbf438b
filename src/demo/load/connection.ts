import pg from 'pg'

/**
 * A connection of its own as the system role, for long work: no limit to how long a statement takes, and the index of
 * words gathers more before it is brought in order.
 */
export const connectLoader = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guildhall demo',
    options: '-c role=guildhall_system -c work_mem=64MB -c gin_pending_list_limit=65536',
  })
  await client.connect()
  return client
}

/**
 * Two connections for the same tenant. Totals are kept in a slot by process number (see contact_count_changed); two
 * that share a slot would wait for each other's transactions.
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
