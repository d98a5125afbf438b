import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import { DATABASE_ROLES, type DatabaseRole, loginOf, urlOfRole } from '#kernel/database/logins'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { withAdmin } from '#test/support/server/test-server'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: own.url,
    poolSize: 2,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

const as = <T>(role: DatabaseRole, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withAdmin(urlOfRole(role, { url: own.url, loginKey: LOGIN_KEY }), work)

const LIMITED = { readable: [1], editable: [1], actor: 'login:1' }

describe('the connections', () => {
  test('of requests, of requests limited to chapters and of the kernel log in as the login of their role', async () => {
    const who = Prisma.sql`SELECT session_user::text AS session, current_user::text AS now,
      (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = session_user) AS "isAbove"`
    const nameOf = (role: DatabaseRole) => loginOf(role, LOGIN_KEY).name
    const rowOf = (role: DatabaseRole) => [{ session: nameOf(role), now: nameOf(role), isAbove: false }]
    expect(await openTenantDb(database, 1).rows(who)).toEqual(rowOf('guildhall_app'))
    expect(await openTenantDb(database, 1, LIMITED).rows(who)).toEqual(rowOf('guildhall_chapter'))
    expect(await database.system.$queryRaw(who)).toEqual(rowOf('guildhall_system'))
  })

  test.each(DATABASE_ROLES)('of %s cannot take another role', async (role) => {
    await as(role, async (client) => {
      for (const other of DATABASE_ROLES.filter((one) => one !== role))
        for (const name of [other, loginOf(other, LOGIN_KEY).name])
          await expect(client.query(`SET ROLE ${name}`), name).rejects.toMatchObject({ code: '42501' })
      await expect(client.query('SET ROLE guildhall')).rejects.toMatchObject({ code: '42501' })
    })
  })
})

test('no role and no login is a member of another one, except each login of its role', async () => {
  const memberships = await withAdmin(own.url, async (admin) => {
    const { rows } = await admin.query<{ member: string; role: string }>(
      `SELECT m.rolname AS member, r.rolname AS role FROM pg_auth_members a
       JOIN pg_roles m ON m.oid = a.member JOIN pg_roles r ON r.oid = a.roleid
       WHERE m.rolname LIKE 'guildhall\\_%'`,
    )
    return rows
  })
  expect(memberships.length).toBeGreaterThanOrEqual(3)
  for (const { member, role } of memberships) expect(member).toMatch(new RegExp(`^${role}_[0-9a-f]{12}$`))
})

test.each([
  ['postgresql://owner:secret@db.example:6432/guildhall', 'db.example', 6432],
  ['postgresql://owner:secret@db.example/guildhall?sslmode=disable', 'db.example', 5432],
  ['postgresql:///guildhall?host=/var/run/postgresql', '/var/run/postgresql', 5432],
  ['postgresql://owner@%2Fvar%2Frun%2Fpostgresql/guildhall', '/var/run/postgresql', 5432],
  ['postgresql://db.example/guildhall?user=owner&password=secret', 'db.example', 5432],
])('logs in by the address %s with the user and password of the login', (url, host, port) => {
  const client = new pg.Client({ connectionString: urlOfRole('guildhall_app', { url, loginKey: LOGIN_KEY }) })
  const { name, password } = loginOf('guildhall_app', LOGIN_KEY)
  expect([client.host, client.port, client.database]).toEqual([host, port, 'guildhall'])
  expect([client.user, client.password]).toEqual([name, password])
})

describe('without row-level security', () => {
  beforeAll(() =>
    withAdmin(own.url, async (admin) => {
      const { rows } = await admin.query<{ name: string }>(
        `SELECT oid::regclass::text AS name FROM pg_class
         WHERE relrowsecurity AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
      )
      expect(rows.length).toBeGreaterThan(40)
      for (const { name } of rows) await admin.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`)
    }),
  )

  const SECRETS = [
    'SELECT value FROM setting',
    'SELECT password_hash FROM login',
    'SELECT token_hash FROM login_session',
    'SELECT hash FROM application_secret',
    'SELECT access_hash FROM oauth_token',
    'SELECT hash FROM oauth_code',
    'SELECT * FROM oauth_consent',
    'SELECT * FROM graphile_worker.jobs',
    'SELECT * FROM graphile_worker._private_jobs',
    'SELECT rolpassword FROM pg_authid',
    'DELETE FROM audit_entry',
    'UPDATE tenant SET key = key',
    'CREATE TABLE mine (id int)',
  ]
  const BEYOND_CHAPTERS = [
    'SELECT * FROM application_permission',
    'SELECT * FROM role',
    'SELECT * FROM webhook',
    'SELECT * FROM audit_entry',
    'SELECT * FROM outbox_event',
    'INSERT INTO chapter_owner VALUES (1, 1, 1, true)',
    'UPDATE chapter_owner SET can_edit = true',
    'UPDATE contact_chapter SET chapter_id = 1',
    'DELETE FROM contact',
    'UPDATE staff SET role_id = 1',
    `UPDATE tag SET name = 'mine'`,
  ]

  test.each([
    ['guildhall_app', SECRETS],
    ['guildhall_chapter', [...SECRETS, ...BEYOND_CHAPTERS]],
    ['guildhall_system', ['SELECT rolpassword FROM pg_authid', 'CREATE TABLE mine (id int)', 'DROP TABLE contact']],
  ] as const)('%s can access nothing that it has no grant for', async (role, statements) => {
    await as(role, async (client) => {
      for (const sql of statements) await expect(client.query(sql), sql).rejects.toMatchObject({ code: '42501' })
    })
  })
})
