import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connect } from '#kernel/database/connect'
import {
  DATABASE_ROLES,
  type DatabaseAddress,
  type DatabaseLogin,
  findLoginFault,
  LOGIN_FACTS,
  type LoginFacts,
  loginOf,
  urlOfLogin,
} from '#kernel/database/logins'
import type { Log } from '../embedded/log.ts'
import { connectionFault } from './connection-fault.ts'
import { DatabaseError, quoted } from './database-error.ts'

const TIMEOUT_MS = 10_000
const COMMAND = 'guildhall database logins'

/** The advisory lock "logins are being created". */
const LOCK = 4_711_372

/**
 * Makes sure that each role has its login, with the password of this installation and no other rights: tries them, and
 * creates or corrects them as the owner of the tables if necessary.
 * @param secret the source of the key, for messages
 * @throws DatabaseError that states what to do
 */
export const prepareLogins = async (address: DatabaseAddress, log: Log, secret = 'the same secret'): Promise<void> => {
  const logins = loginsOf(address.loginKey)
  const rejected = (await tryAll(address.url, logins)).filter(({ isUsable }) => !isUsable)
  if (rejected.length === 0) return
  const hopeless = rejected.find(({ canBeCreated }) => !canBeCreated)
  if (hopeless?.error) throw hopeless.error
  await createLogins(address, rejected, secret)
  for (const { error } of await tryAll(address.url, logins)) if (error) throw error
  log.info(`Created the database logins ${logins.map(({ name }) => name).join(', ')}.`)
}

/** Returns the statements that create the logins, for a superuser. They contain no password, only its verifier. */
export const loginStatements = (loginKey: Uint8Array): string[] =>
  loginsOf(loginKey).flatMap(({ name, role, password }) => [
    `DO $$ BEGIN CREATE ROLE ${name}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;`,
    `ALTER ROLE ${name} LOGIN PASSWORD '${verifierOf(name, password)}';`,
    `GRANT ${role} TO ${name};`,
  ])

const loginsOf = (loginKey: Uint8Array): DatabaseLogin[] => DATABASE_ROLES.map((role) => loginOf(role, loginKey))

interface Outcome {
  name: string
  isUsable: boolean
  /** Whether the owner may be able to create or correct the login. */
  canBeCreated: boolean
  /** The code of PostgreSQL. */
  code?: string
  error?: DatabaseError
}

const tryAll = (url: string, logins: DatabaseLogin[]): Promise<Outcome[]> =>
  Promise.all(logins.map((login) => tryLogin(url, login)))

/** 28000: PostgreSQL does not admit the user. 28P01: the user is unknown, or the password is wrong. */
const NOT_ADMITTED = new Set(['28000', '28P01'])

const tryLogin = async (url: string, login: DatabaseLogin): Promise<Outcome> => {
  const { name } = login
  const client = new pg.Client({
    connectionString: urlOfLogin(url, login),
    application_name: 'guildhall start',
    connectionTimeoutMillis: TIMEOUT_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<LoginFacts>(LOGIN_FACTS)
    const fault = findLoginFault(rows[0], login)
    if (fault === undefined) return { name, isUsable: true, canBeCreated: true }
    const isNotMember = rows[0]?.memberships.length === 0
    return { name, isUsable: false, canBeCreated: isNotMember, error: new DatabaseError(fault) }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return { name, isUsable: false, canBeCreated: NOT_ADMITTED.has(code), code, error: connectionFault(error, client) }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Roles belong to the server: processes of several databases can create the same ones at once. */
const RACES = new Set(['42710', '23505', 'XX000'])
const MAX_ATTEMPTS = 20

const createLogins = async ({ url, loginKey }: DatabaseAddress, rejected: Outcome[], secret: string): Promise<void> => {
  const client = await connect({ connectionString: url, application_name: 'guildhall start' })
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await createOnce(client, loginStatements(loginKey))
      } catch (error) {
        await client.query('ROLLBACK')
        const { code = '' } = error as { code?: string }
        if (code === '42501') throw await notAllowed(client, rejected, secret, error)
        if (!RACES.has(code) || attempt === MAX_ATTEMPTS) throw error
        await pause(20 + Math.random() * 80)
      }
    }
  } finally {
    await client.end()
  }
}

const createOnce = async (client: pg.Client, statements: string[]): Promise<void> => {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  for (const statement of statements) await client.query(statement)
  await client.query('COMMIT')
}

/** What remains to be done: 28000 also means that a login is missing where PostgreSQL requires no password. */
const notAllowed = async (
  client: pg.Client,
  rejected: Outcome[],
  secret: string,
  cause: unknown,
): Promise<DatabaseError> => {
  const names = rejected.map(({ name }) => name)
  const { rows } = await client.query<{ name: string }>(ABLE_TO_LOG_IN, [names])
  const notAdmitted = rejected.find(({ name, code }) => code === '28000' && rows.some((row) => row.name === name))
  if (notAdmitted?.error) return notAdmitted.error
  return new DatabaseError(
    `PostgreSQL does not accept the database logins ${names.join(', ')}, and ${quoted(client.user ?? '')} may not ` +
      `create them. Run as a superuser what this command prints with ${secret}: ${COMMAND}`,
    cause,
  )
}

const ABLE_TO_LOG_IN = 'SELECT rolname AS name FROM pg_roles WHERE rolcanlogin AND rolname = ANY($1)'

const ITERATIONS = 4096

/** What PostgreSQL stores of a password (SCRAM-SHA-256, RFC 5803), so that no statement and no log contains it. */
const verifierOf = (name: string, password: string): string => {
  const salt = createHash('sha256').update(`${name} ${password}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyOf = (purpose: string) => createHmac('sha256', salted).update(purpose).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}
