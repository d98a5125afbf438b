import type pg from 'pg'
import { DatabaseError } from './database-error.ts'

/** The parts of DATABASE_URL that a message can contain. */
export type Address = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>

type Fault = (address: { server: string } & Address, message: string) => string

const REFUSED: Fault = ({ server }) =>
  `PostgreSQL at ${server} does not accept connections. Start it, or correct DATABASE_URL.`
const UNKNOWN_HOST: Fault = ({ host }) => `The host "${host}" of DATABASE_URL is unknown. Correct DATABASE_URL.`
const MUTE: Fault = ({ server }) =>
  `PostgreSQL at ${server} does not respond. Check DATABASE_URL, the network and the firewalls.`
const UNTRUSTED: Fault = ({ server }, message) =>
  `The TLS certificate of PostgreSQL at ${server} is not trusted (${message}). ` +
  'Correct the certificate, or name its authority in DATABASE_URL with sslrootcert.'
const POOLED: Fault = ({ server }) =>
  `A connection pooler such as PgBouncer responds at ${server}. Guildhall needs PostgreSQL itself: ` +
  'set DATABASE_URL to its own address.'

/** The reasons for which a connection cannot be opened, by the codes of Node and PostgreSQL. */
const BY_CODE: ReadonlyMap<string, Fault> = new Map(
  Object.entries<Fault>({
    ECONNREFUSED: REFUSED,
    ENOENT: REFUSED,
    ENOTFOUND: UNKNOWN_HOST,
    EAI_AGAIN: UNKNOWN_HOST,
    ETIMEDOUT: MUTE,
    EHOSTUNREACH: MUTE,
    ENETUNREACH: MUTE,
    ECONNRESET: ({ server }) =>
      `The server at ${server} closed the connection. Check that DATABASE_URL is the address of PostgreSQL.`,
    DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
    SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
    CERT_HAS_EXPIRED: UNTRUSTED,
    ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
    '28P01': ({ user }) =>
      `PostgreSQL rejected the password of "${user}". Correct the user or the password in DATABASE_URL.`,
    '28000': ({ server, user }, message) =>
      `PostgreSQL at ${server} does not admit "${user}" (${message}). ` +
      'Admit the user in its pg_hba.conf; if it requires TLS, append ?sslmode=verify-full to DATABASE_URL.',
    '3D000': ({ database, user }) =>
      `The database "${database}" does not exist. Correct DATABASE_URL, or run as a superuser: ` +
      `CREATE DATABASE "${database}" OWNER "${user}";`,
    '42501': ({ database, user }) =>
      `"${user}" may not connect to the database "${database}". Run as a superuser: ` +
      `GRANT CONNECT ON DATABASE "${database}" TO "${user}";`,
    '53300': ({ server }) =>
      `PostgreSQL at ${server} has no free connection. Raise its max_connections, or end other programs.`,
    '57P03': ({ server }) => `PostgreSQL at ${server} is starting or stopping. Try again in a moment.`,
  }),
)

/** The same for errors without a code. */
const BY_MESSAGE: readonly (readonly [RegExp, Fault])[] = [
  [/timeout/i, MUTE],
  [
    /does not support SSL/,
    ({ server }) =>
      `PostgreSQL at ${server} refuses TLS, which sslmode in DATABASE_URL requires. ` +
      'Switch on TLS in PostgreSQL, or remove sslmode.',
  ],
  [/unsupported startup parameter/i, POOLED],
  [
    /Connection terminated|error establishing an SSL connection/,
    ({ server }) =>
      `The server at ${server} closed the connection. Check that DATABASE_URL is the address of PostgreSQL.`,
  ],
]

/** What ends by itself: PostgreSQL or its machine starts, or is busy. */
const TEMPORARY_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ETIMEDOUT',
  '53300',
  '57P03',
])
const TEMPORARY_MESSAGE = /timeout|Connection terminated/i

/** Describes why no connection could be opened. The message contains no password. */
export const connectionFault = (error: unknown, address: Address): DatabaseError => {
  const { code = '', message } = error as Error & { code?: string }
  const describe = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? BY_CODE.get(code)
  const { host, port } = address
  const server = host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`
  const fallback = `PostgreSQL at ${server} cannot be used: ${message || code}. Check DATABASE_URL.`
  const isTemporary = TEMPORARY_CODES.has(code) || TEMPORARY_MESSAGE.test(message)
  return new DatabaseError(describe?.({ ...address, server }, message) ?? fallback, error, isTemporary)
}

/** Start-up options did not arrive, although the connection was opened. */
export const pooledConnection = (address: Address): DatabaseError =>
  connectionFault(new Error('unsupported startup parameter'), address)
