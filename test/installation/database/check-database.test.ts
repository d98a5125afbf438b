import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { checkDatabase } from '#src/installation/database/check-database'
import { connectionFault } from '#src/installation/database/connection-fault'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { urlOf, withAdmin } from '#test/support/server/test-server'
import { ask, silent } from '../embedded-support.ts'
import { type FakeServer, muteServer, otherServer, poolerThatDrops, poolerThatRejects } from './fake-server.ts'

/** The message of a check, which is one line; empty if the database is suitable. */
const check = async (url: string): Promise<string> => {
  const message = await checkDatabase(url, silent, 500).then(
    () => '',
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(message).not.toContain('\n')
  return message
}

const adminUrl = () => inject('testServer').adminUrl

const asAdmin = (...statements: string[]) =>
  withAdmin(adminUrl(), async (admin) => {
    for (const statement of statements) await admin.query(statement)
  })

describe('a server that is none', () => {
  let fake: FakeServer | undefined
  afterEach(() => fake?.close())

  test.each([
    ['is mute', muteServer, /does not respond\. Check DATABASE_URL, the network and the firewalls\.$/],
    ['speaks another protocol', otherServer, /closed the connection\. Check that DATABASE_URL is the address of/],
    ['is a pooler that rejects options', poolerThatRejects, /A connection pooler such as PgBouncer responds at 127/],
    ['is a pooler that drops options', poolerThatDrops, /A connection pooler such as PgBouncer responds at 127/],
  ])('%s', async (_what, open, expected) => {
    fake = await open(adminUrl())
    expect(await check(fake.url)).toMatch(expected)
  })

  test.each([
    ['postgres://guildhall@127.0.0.1:1/guildhall', /^DatabaseError: PostgreSQL at 127\.0\.0\.1:1 does not accept conn/],
    ['postgres://guildhall@[::1]:1/guildhall', /^DatabaseError: PostgreSQL at \[::1\]:1 does not accept connections/],
    [
      'postgres://guildhall@nowhere.invalid/guildhall',
      /^DatabaseError: The host "nowhere\.invalid" of DATABASE_URL is/,
    ],
    ['postgres:///guildhall?host=/nowhere', /^DatabaseError: PostgreSQL at \/nowhere does not accept connections/],
    ['postgres://guildhall@127.0.0.1:1/g?sslrootcert=/nowhere', /^DatabaseError: DATABASE_URL cannot be used: ENOENT/],
  ])('%s', async (url, expected) => {
    expect(await check(url)).toMatch(expected)
  })
})

const ADDRESS = { host: 'db.example', port: 5432, user: 'guildhall', database: 'guildhall' }

test.each([
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'self-signed certificate',
    /certificate of PostgreSQL at db\.example:5432 is not trusted/,
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'wrong name',
    /is not trusted \(wrong name\)\. Correct the certificate, or name its/,
  ],
  [
    '28000',
    'no pg_hba.conf entry, no encryption',
    /if it requires TLS, append \?sslmode=verify-full to DATABASE_URL\.$/,
  ],
  ['53300', 'too many clients', /has no free connection\. Raise its max_connections/],
  ['57P03', 'the database system is starting up', /is starting or stopping\. Try again in a moment\.$/],
  ['', 'The server does not support SSL connections', /refuses TLS, which sslmode in DATABASE_URL requires\./],
  ['XX000', 'out of luck', /^PostgreSQL at db\.example:5432 cannot be used: out of luck\. Check DATABASE_URL\.$/],
])('a connection that fails with %s is explained', (code, message, expected) => {
  expect(connectionFault(Object.assign(new Error(message), { code }), ADDRESS).message).toMatch(expected)
})

describe('a database that knows no letters with accents', () => {
  const name = `guildhall_locale_${randomBytes(6).toString('hex')}`
  afterEach(() => asAdmin(`DROP DATABASE IF EXISTS ${name}`))

  test.each([
    [
      'the locale C',
      "ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'",
      'has a locale that knows no letters with accents',
    ],
    ['another encoding', "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'", 'has the encoding LATIN1'],
  ])('is rejected for %s', async (_what, options, fault) => {
    await asAdmin(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`)
    const message = await check(urlOf(adminUrl(), name))
    expect(message).toContain(`The database "${name}" ${fault}. Create it again for UTF-8`)
    expect(message).toContain(`CREATE DATABASE "${name}" OWNER "guildhall" TEMPLATE template0 ENCODING 'UTF8'`)
  })
})

describe('the rights of the user', () => {
  const user = `user_${randomBytes(6).toString('hex')}`
  const ALL = 'guildhall_app, guildhall_chapter, guildhall_system'
  const opened: TestDatabase[] = []

  /** The connection string of the user, to a new database. */
  const asUser = async (create: () => Promise<TestDatabase>) => {
    const database = await create()
    opened.push(database)
    const url = new URL(database.url)
    url.username = user
    url.password = user
    return { url: url.href, name: url.pathname.slice(1), adminUrl: database.url }
  }
  const own = (name: string) => asAdmin(`ALTER DATABASE ${name} OWNER TO ${user}`)

  beforeEach(async () => {
    await asAdmin(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`)
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.drop()
    await asAdmin(`DROP ROLE ${user}`)
  })

  test('suffice with those that the guide for operators lists', async () => {
    const { url, name } = await asUser(createEmptyDatabase)
    await own(name)
    await asAdmin(`GRANT ${ALL} TO ${user}`)
    expect(await check(url)).toBe('')
  })

  test('name the roles that the user may not act as', async () => {
    const { url, name } = await asUser(createEmptyDatabase)
    await own(name)
    await asAdmin(`GRANT guildhall_app TO ${user}`)
    expect(await check(url)).toBe(
      `DatabaseError: "${user}" may not act as guildhall_chapter, guildhall_system. ` +
        `Run as a superuser: GRANT ${ALL} TO "${user}";`,
    )
  })

  test('are completed by a user that administers the roles, as after a restore', async () => {
    const { url, name } = await asUser(createEmptyDatabase)
    await own(name)
    await asAdmin(`GRANT ${ALL} TO ${user} WITH ADMIN TRUE, SET FALSE, INHERIT FALSE`)
    expect(await check(url)).toBe('')
    expect(await ask(url, "SELECT pg_has_role('guildhall_system', 'SET')")).toBe(true)
    // What the user granted to itself would keep the role from being dropped.
    await asAdmin(`REVOKE ${ALL} FROM ${user} GRANTED BY ${user} CASCADE`)
  })

  test('name the owner of a database that is not the user', async () => {
    const { url, name } = await asUser(createEmptyDatabase)
    expect(await check(url)).toBe(
      `DatabaseError: "${user}" may not create tables in the database "${name}". ` +
        `Run as a superuser: ALTER DATABASE "${name}" OWNER TO "${user}";`,
    )
  })

  test('name the owner of tables that is not the user', async () => {
    const { url, name } = await asUser(createTestDatabase)
    await own(name)
    await asAdmin(`GRANT ${ALL} TO ${user}`)
    expect(await check(url)).toBe(
      `DatabaseError: The tables of the database "${name}" belong to "guildhall", and "${user}" may not change them. ` +
        'Connect as their owner, or restore the backup as docs/operators.md describes.',
    )
  })

  test('to connect are asked for', async () => {
    const { url, name } = await asUser(createEmptyDatabase)
    await asAdmin(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`)
    expect(await check(url)).toContain(`Run as a superuser: GRANT CONNECT ON DATABASE "${name}" TO "${user}";`)
  })
})

describe('a restored database', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(() => database.drop())

  const OWNERS = `SELECT string_agg(DISTINCT pg_get_userbyid(proowner), ', ') FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prosecdef AND proname <> 'enqueue_jobs'`

  test('gets back the owner of its functions, by one of several starts', async () => {
    await ask(
      database.url,
      `DO $$ DECLARE f regprocedure; BEGIN
         FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef LOOP
           EXECUTE format('ALTER FUNCTION %s OWNER TO guildhall', f);
         END LOOP; END $$`,
    )
    expect(await ask(database.url, OWNERS)).toBe('guildhall')
    expect(await Promise.all([1, 2, 3].map(() => check(database.url)))).toEqual(['', '', ''])
    expect(await ask(database.url, OWNERS)).toBe('guildhall_system')
    expect(await ask(database.url, "SELECT has_schema_privilege('guildhall_system', 'public', 'CREATE')")).toBe(false)
  })

  test('is refused without the rights of the roles', async () => {
    await ask(database.url, 'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM guildhall_app')
    expect(await check(database.url)).toMatch(
      /The backup was restored without the rights of guildhall_app, .* describes\.$/,
    )
  })
})
