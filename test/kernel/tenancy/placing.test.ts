import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { placingRules, violations } from './placing-rules.ts'

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

describe('the rules for placing tenants (decision 0037)', () => {
  test.each(placingRules)('$title', async (rule) => {
    expect(await violations(client, rule), 'a known violation that no longer occurs must leave the list').toEqual(
      [...rule.known].sort(),
    )
  })

  test('each rule finds what violates it', async () => {
    await client.query('BEGIN')
    await client.query(VIOLATIONS)
    const found = new Map<string, string[]>()
    for (const rule of placingRules)
      found.set(
        rule.title,
        (await violations(client, rule)).filter((name) => !rule.known.includes(name)),
      )
    await client.query('ROLLBACK')
    expect([...found.values()]).toEqual([
      ['bad_table', 'growing_table'],
      ['country'],
      ['bad_table_pkey', 'bad_unique', 'country_alpha2_key', 'country_pkey', 'growing_table_pkey'],
      ['leaves_tenant', 'to_login'],
      ['follows_updates'],
      ['forgets_tenant'],
      ['narrow: contact_id'],
      ['audit_entry'],
      ['bad_definer(integer)', 'bad_definer_without_check(integer)'],
      ['bad_trigger'],
      ['bad_trigger'],
    ])
  })
})

/** One violation of each rule at least. */
const VIOLATIONS = `
  DROP TRIGGER a_own_id ON audit_entry;
  CREATE TABLE bad_table (id serial PRIMARY KEY, tenant_id integer, login_id integer, contact_id integer, code text,
    note_id smallint);
  CREATE TABLE growing_table (tenant_id integer, id integer PRIMARY KEY);
  ALTER TABLE country ADD COLUMN tenant_id integer;
  CREATE UNIQUE INDEX bad_unique ON bad_table (code);
  ALTER TABLE bad_table
    ADD CONSTRAINT to_login FOREIGN KEY (login_id) REFERENCES login (id),
    ADD CONSTRAINT leaves_tenant FOREIGN KEY (login_id, contact_id) REFERENCES contact (tenant_id, id),
    ADD CONSTRAINT follows_updates FOREIGN KEY (tenant_id, contact_id) REFERENCES contact (tenant_id, id) ON UPDATE CASCADE,
    ADD CONSTRAINT forgets_tenant FOREIGN KEY (tenant_id, contact_id) REFERENCES contact (tenant_id, id) ON DELETE SET NULL;
  ALTER TABLE bad_table RENAME COLUMN contact_id TO other_id;
  ALTER TABLE bad_table ADD COLUMN contact_id smallint;
  ALTER TABLE bad_table ADD CONSTRAINT narrow FOREIGN KEY (tenant_id, contact_id) REFERENCES contact (tenant_id, id);
  ALTER TABLE audit_entry ALTER COLUMN id TYPE integer;
  CREATE FUNCTION bad_definer(other integer) RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';
  CREATE FUNCTION bad_definer_without_check(tenant integer) RETURNS integer LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';
  CREATE FUNCTION bad_trigger() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$BEGIN UPDATE contact SET id = 1; PERFORM pg_notify('changes', ''); END$$;`
