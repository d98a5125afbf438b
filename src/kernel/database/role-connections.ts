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

/** One plan for every tenant: custom plans are made again for each of the first calls and gain nothing here. */
const SESSION = '-c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=60000'

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
