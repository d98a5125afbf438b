import type pg from 'pg'
import {
  type DatabaseAddress,
  type DatabaseRole,
  findLoginFault,
  LOGIN_FACTS,
  type LoginFacts,
  loginOf,
  urlOfLogin,
} from './logins.ts'

/** Without them PostgreSQL keeps the locks of a machine that vanished for hours. */
export const KEEPALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/**
 * One plan for every tenant: custom plans are made again for each of the first calls and gain nothing here. The rest ends the
 * transactions of processes and machines that are gone, with their locks.
 */
const SESSION = `-c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=60000 ${KEEPALIVE}`

/**
 * Makes PostgreSQL look every second whether the client of a running statement is still there. Without it, a statement that
 * waits for a lock keeps all locks of its transaction after its process was killed. A server on Windows cannot look, and
 * rejects the setting.
 */
export const watchClient = (client: Pick<pg.ClientBase, 'query'>): Promise<unknown> =>
  client.query(`SELECT set_config('client_connection_check_interval', '1s', false)`).catch(() => undefined)

/**
 * Returns the configuration of a pool whose connections all log in with the login of a role. A connection with further
 * rights is rejected: row-level security applies neither to a superuser nor to the members of other roles.
 */
export const asRole = (role: DatabaseRole, { url, loginKey }: DatabaseAddress): pg.PoolConfig => {
  const login = loginOf(role, loginKey)
  return {
    ...withOptions(urlOfLogin(url, login), SESSION),
    onConnect: async (client) => {
      // A lost connection is reported to the running statement. Between two statements there is none, and an error event
      // without a listener would end the process.
      client.on('error', () => undefined)
      const { rows } = await client.query<LoginFacts>(LOGIN_FACTS)
      await watchClient(client)
      const fault = findLoginFault(rows[0], login)
      if (fault !== undefined) throw new Error(fault)
    },
  }
}

/** Adds start-up options. Those in the connection string would replace ours: they are removed from it and put first. */
export const withOptions = (url: string, ours: string): { connectionString: string; options: string } => {
  if (!/[?&]options=/.test(url)) return { connectionString: url, options: ours }
  const address = new URL(url)
  const given = address.searchParams.get('options') ?? ''
  address.searchParams.delete('options')
  return { connectionString: address.href, options: `${given} ${ours}`.trim() }
}
