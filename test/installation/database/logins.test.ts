import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { DATABASE_ROLES, loginOf, urlOfRole } from '#kernel/database/logins'
import { loginStatements, prepareLogins } from '#src/installation/database/logins'
import { startTemporary } from '#src/installation/embedded/temporary'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { withAdmin } from '#test/support/server/test-server'
import { ask, silent } from '../embedded-support.ts'

const ALL = DATABASE_ROLES.join(', ')
const keys: Uint8Array[] = []
const owners: string[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const key of keys.splice(0))
    for (const role of DATABASE_ROLES) await asAdmin(`DROP ROLE IF EXISTS ${loginOf(role, key).name}`)
  for (const owner of owners.splice(0)) await asAdmin(`DROP OWNED BY ${owner}`, `DROP ROLE ${owner}`)
})

const asAdmin = (...statements: string[]) =>
  withAdmin(inject('testServer').adminUrl, async (admin) => {
    for (const statement of statements) await admin.query(statement)
  })

/** The key of a new installation, without logins. */
const newKey = (): Uint8Array => {
  const key = randomBytes(32)
  keys.push(key)
  return key
}

/** The connection string of a user that is no superuser. */
const newOwner = async (options: string, grant: string): Promise<string> => {
  const name = `owner_${randomBytes(6).toString('hex')}`
  owners.push(name)
  await asAdmin(`CREATE ROLE ${name} LOGIN ${options} PASSWORD '${name}'`, `GRANT ${ALL} TO ${name} ${grant}`)
  const url = new URL(database.url)
  url.username = name
  url.password = name
  return url.href
}

/** The users of new connections of all roles. */
const logIn = (loginKey: Uint8Array, url = database.url): Promise<unknown[]> =>
  Promise.all(DATABASE_ROLES.map((role) => ask(urlOfRole(role, { url, loginKey }), 'SELECT session_user::text')))

const namesOf = (loginKey: Uint8Array): string[] => DATABASE_ROLES.map((role) => loginOf(role, loginKey).name)

const prepare = (loginKey: Uint8Array, url = database.url): Promise<string> =>
  prepareLogins({ url, loginKey }, silent, 'the same GUILDHALL_SECRET').then(
    () => '',
    (error: Error) => `${error.name}: ${error.message}`,
  )

test('creates one login per role, once by several processes on several databases', async () => {
  const key = newKey()
  const other = await createTestDatabase()
  const starts = [database, database, other, other].map(({ url }) => prepare(key, url))
  expect(await Promise.all(starts)).toEqual(['', '', '', ''])
  expect(await logIn(key)).toEqual(namesOf(key))
  expect(await logIn(key, other.url)).toEqual(namesOf(key))
  await other.drop()
})

test('gives each installation on a server its own logins, and corrects a changed password', async () => {
  const one = newKey()
  const two = newKey()
  expect([await prepare(one), await prepare(two)]).toEqual(['', ''])
  expect(await logIn(one)).toEqual(namesOf(one))
  await asAdmin(`ALTER ROLE ${namesOf(one)[0]} PASSWORD 'another'`, `REVOKE guildhall_chapter FROM ${namesOf(one)[1]}`)
  await expect(logIn(one)).rejects.toMatchObject({ code: '28P01' })
  expect(await logIn(two)).toEqual(namesOf(two))
  expect(await prepare(one)).toBe('')
  expect(await logIn(one)).toEqual(namesOf(one))
})

test('needs no superuser: an owner that administers the roles and can create roles is enough', async () => {
  const key = newKey()
  const url = await newOwner('CREATEROLE', 'WITH ADMIN OPTION')
  expect(await prepare(key, url)).toBe('')
  expect(await logIn(key)).toEqual(namesOf(key))
  // Memberships that the owner has granted keep the owner from being dropped.
  for (const name of namesOf(key)) await asAdmin(`DROP ROLE ${name}`)
})

test('says in one sentence what to do if the owner may not create them, for which logins and with which secret, and that is enough', async () => {
  const key = newKey()
  const url = await newOwner('', '')
  const name = new URL(url).username
  expect(await prepare(key, url)).toBe(
    `DatabaseError: PostgreSQL does not accept the database logins ${namesOf(key).join(', ')}, and "${name}" may not ` +
      'create them. Run as a superuser what this command prints with the same GUILDHALL_SECRET: guildhall database logins',
  )
  const statements = loginStatements(key)
  for (const role of DATABASE_ROLES) expect(statements.join()).not.toContain(loginOf(role, key).password)
  await asAdmin(...statements)
  await asAdmin(...statements)
  expect(await prepare(key, url)).toBe('')
})

test.each([
  [
    'a superuser',
    'ALTER ROLE $ SUPERUSER',
    /is more powerful than its role\. Run as a superuser: ALTER ROLE guildhall_app_/,
  ],
  ['above row-level security', 'ALTER ROLE $ BYPASSRLS', /is more powerful than its role/],
  [
    'a member of another role',
    'GRANT guildhall_system TO $',
    /is a member of guildhall_system\. It must be a member of/,
  ],
])('rejects a login that is %s', async (_what, statement, expected) => {
  const key = newKey()
  await prepare(key)
  await asAdmin(statement.replace('$', namesOf(key)[0] ?? ''))
  expect(await prepare(key)).toMatch(expected)
})

test('rejects the logins if their role has become a member of another one', async () => {
  const key = newKey()
  const role = `role_${randomBytes(6).toString('hex')}`
  await prepare(key)
  await asAdmin(`CREATE ROLE ${role}`, `GRANT ${role} TO ${namesOf(key)[2]}`)
  expect(await prepare(key)).toMatch(new RegExp(`is a member of ${role}\\.`))
  await asAdmin(`DROP ROLE ${role}`)
})

test('names the login that pg_hba.conf does not admit if the owner may not create logins', async () => {
  const server = await startTemporary(silent)
  const key = randomBytes(32)
  const superuser = new URL(server.url())
  const owner = new URL(server.url())
  owner.username = owner.password = 'owner'
  const rules = `host all ${superuser.username},owner 127.0.0.1/32 scram-sha-256`
  try {
    await withAdmin(server.url(), async (admin) => {
      for (const role of DATABASE_ROLES) await admin.query(`CREATE ROLE ${role}`)
      for (const statement of loginStatements(key)) await admin.query(statement)
      await admin.query("CREATE ROLE owner LOGIN PASSWORD 'owner'")
      const { rows } = await admin.query<{ hba_file: string }>('SHOW hba_file')
      await admin.query(`COPY (SELECT '${rules}') TO '${rows[0]?.hba_file}'`)
      await admin.query('SELECT pg_reload_conf()')
    })
    const refusal = () => prepare(key, owner.href)
    await expect
      .poll(refusal)
      .toMatch(
        new RegExp(`^DatabaseError: PostgreSQL at \\S+ does not admit "${namesOf(key)[0]}" \\(no pg_hba\\.conf entry`),
      )
    // A login that is missing as well has to be created first.
    await withAdmin(server.url(), (admin) => admin.query(`DROP ROLE ${namesOf(key).join(', ')}`))
    expect(await refusal()).toMatch(/^DatabaseError: PostgreSQL does not accept the database logins /)
  } finally {
    await server.stop()
  }
})
