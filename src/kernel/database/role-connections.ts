import type pg from 'pg'

/**
 * The roles that the migrations make: requests behind the wall between tenants, those behind the wall around chapters
 * as well, and the kernel's own work.
 */
export type DatabaseRole = 'guildhall_app' | 'guildhall_chapter' | 'guildhall_system'

/** One plan for every tenant: custom plans are made anew for each of the first calls and bring nothing here. */
const SESSION = '-c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=60000'

/**
 * What a pool needs so that each of its connections acts as a role, whatever else the connection string asks for.
 * A connection that turns out to act as somebody else, for instance behind a pooler that drops start-up options, is
 * refused: the owner of the tables is held by no row-level security.
 */
export const asRole = (role: DatabaseRole, url: string): pg.PoolConfig => {
  const { connectionString, options } = withoutOptions(url)
  return {
    connectionString,
    options: `${options} -c role=${role} ${SESSION}`.trim(),
    onConnect: async (client) => {
      // Whoever waits for a statement hears from it that the connection is lost. Between two statements nobody waits,
      // and an event without a listener would end the process.
      client.on('error', () => undefined)
      const { rows } = await client.query<{ role: string }>('select current_user as role')
      if (rows[0]?.role !== role) throw new Error(`PostgreSQL did not take up the role ${role}: ${ADVICE}`)
    },
  }
}

const ADVICE = 'connect to it directly, or through a pooler that keeps sessions and passes start-up options on.'

/** Options in the connection string would take the place of ours: they are taken out, to go before them. */
const withoutOptions = (url: string): { connectionString: string; options: string } => {
  if (!/[?&]options=/.test(url)) return { connectionString: url, options: '' }
  const place = new URL(url)
  const options = place.searchParams.get('options') ?? ''
  place.searchParams.delete('options')
  return { connectionString: place.href, options }
}
