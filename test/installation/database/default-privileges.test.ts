import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Sequences that make the defaults of a table into which a role can insert, and that the role cannot use. */
const MISSING = `
  SELECT DISTINCT s.oid::regclass || ' for ' || r.rolname AS missing
  FROM pg_attrdef a
  JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = a.oid AND d.refclassid = 'pg_class'::regclass
  JOIN pg_class s ON s.oid = d.refobjid AND s.relkind = 'S'
  JOIN pg_roles r ON r.rolname IN ('guildhall_app', 'guildhall_chapter', 'guildhall_system')
  WHERE has_table_privilege(r.oid, a.adrelid, 'INSERT') AND NOT has_sequence_privilege(r.oid, s.oid, 'USAGE')
  ORDER BY 1`

const listMissing = async (): Promise<string[]> =>
  (await client.query<{ missing: string }>(MISSING)).rows.map(({ missing }) => missing)

test('every role can use the sequences of the tables into which it can insert', async () => {
  expect(await listMissing()).toEqual([])
  await client.query('BEGIN')
  await client.query('CREATE TABLE forgotten (id serial); GRANT INSERT ON forgotten TO guildhall_app')
  expect(await listMissing()).toEqual(['forgotten_id_seq for guildhall_app'])
  await client.query('ROLLBACK')
})

test('no default privilege names the user that ran the migrations, so a backup can be restored as any user', async () => {
  const { rows } = await client.query(
    'SELECT defaclrole::regrole::text AS owner, defaclacl::text AS acl FROM pg_default_acl',
  )
  expect(rows).toEqual([])
})
