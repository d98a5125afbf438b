import type pg from 'pg'

/**
 * The roles that the migrations create: for requests, with row-level security by tenant; for requests limited to
 * chapters, with row-level security by chapter as well; and for the kernel's own work.
 */
export type DatabaseRole = 'guildhall_app' | 'guildhall_chapter' | 'guildhall_system'

/** One plan for every tenant: custom plans are made again for each of the first calls and gain nothing here. */
const SESSION = '-c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=60000'

/**
 * Returns the configuration of a pool whose connections all act as a role, whatever the connection string contains. A
 * connection that acts as another role, for example through a pooler that drops start-up options, is rejected: row-level
 * security does not apply to the owner of the tables.
 */
export const asRole = (role: DatabaseRole, url: string): pg.PoolConfig => {
  return {
    ...withOptions(url, `-c role=${role} ${SESSION}`),
    onConnect: async (client) => {
      // A lost connection is reported to the running statement. Between two statements there is none, and an error event
      // without a listener would end the process.
      client.on('error', () => undefined)
      const { rows } = await client.query<{ role: string }>('SELECT current_user AS role')
      if (rows[0]?.role !== role) throw new Error(`PostgreSQL did not accept the role ${role}. ${ADVICE}`)
    },
  }
}

const ADVICE = 'Connect to it directly, without a pooler such as PgBouncer.'

/** Adds start-up options. Those in the connection string would replace ours: they are removed from it and put first. */
export const withOptions = (url: string, ours: string): { connectionString: string; options: string } => {
  if (!/[?&]options=/.test(url)) return { connectionString: url, options: ours }
  const address = new URL(url)
  const given = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  return { connectionString: address.href, options: `${given} ${ours}`.trim() }
}
