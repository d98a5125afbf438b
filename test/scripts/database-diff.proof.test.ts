import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { diffDatabase } from '#scripts/database/compare'
import type { DatabaseFolders } from '#scripts/database/database-files'
import { findLateMigrations } from '#scripts/database/migration-dates'

const SCHEMA = 'datasource db {\n  provider = "postgresql"\n}\nmodel member {\n  id Int @id\n  name String?\n}\n'
const SQL = `CREATE INDEX member_by_name ON member (lower(name));
  CREATE UNIQUE INDEX member_names ON member (name) INCLUDE (id) WHERE id > 0;
  ALTER TABLE member ENABLE ROW LEVEL SECURITY, ADD CONSTRAINT member_name CHECK (name <> '');
  CREATE FUNCTION mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.name := NEW.name || ';'; RETURN NEW; END $$;
  CREATE TRIGGER mark BEFORE INSERT ON member FOR EACH ROW EXECUTE FUNCTION mark();
  CREATE POLICY own ON member USING (id > 0);`

let root: string
let folders: DatabaseFolders

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'guildhall-files-'))
  folders = { schema: join(root, 'schema'), sql: join(root, 'sql'), migrations: join(root, 'migrations') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  writeFileSync(join(folders.schema, 'member.prisma'), SCHEMA)
  writeFileSync(join(folders.sql, 'member.sql'), SQL)
  migrate('20260101000000_foundation', `CREATE TABLE member (id int PRIMARY KEY, name text);\n${SQL}`)
})
afterEach(() => rmSync(root, { recursive: true }))

const migrate = (name: string, sql: string): void => {
  mkdirSync(join(folders.migrations, name))
  writeFileSync(join(folders.migrations, name, 'migration.sql'), sql)
}
const rewrite = (from: string, to: string): void =>
  writeFileSync(
    join(folders.sql, 'member.sql'),
    SQL.replace(from, () => to),
  )
const difference = () => diffDatabase(inject('testServer').adminUrl, folders)

/** Expects a difference that contains the text, and none after it was applied as a migration. */
const expectMigration = async (...texts: string[]): Promise<void> => {
  const sql = await difference()
  for (const text of texts) expect(sql).toContain(text)
  migrate('20260102000000_change', sql)
  expect(await difference()).toBe('')
}

describe('npm run db:diff', () => {
  test('writes nothing if the migrations make the database of the files', async () => {
    expect(await difference()).toBe('')
  })

  test('writes a changed function', async () => {
    rewrite("NEW.name || ';'", "NEW.name || '!'")
    await expectMigration('CREATE OR REPLACE FUNCTION public.mark()', "NEW.name || '!'")
  })

  test('writes a new column, and the index and the policy that use it', async () => {
    writeFileSync(
      join(folders.schema, 'member.prisma'),
      SCHEMA.replace('name String?', 'name String?\n  email String?'),
    )
    rewrite('id > 0);', 'id > 0 AND email IS NOT NULL);\nCREATE INDEX member_email ON member (email) WHERE id > 0;')
    await expectMigration(
      'ADD COLUMN     "email" TEXT',
      'DROP POLICY own ON public.member',
      'CREATE INDEX member_email',
    )
  })

  test.each([
    ['an index', /CREATE INDEX member_by_name.*\n/, 'DROP INDEX member_by_name'],
    ['a constraint', /, ADD CONSTRAINT member_name CHECK \(name <> ''\)/, 'DROP CONSTRAINT member_name'],
    ['a trigger', /CREATE TRIGGER.*\n/, 'DROP TRIGGER mark'],
    ['a function with its trigger', /CREATE FUNCTION[\s\S]*mark\(\);\n/, 'DROP FUNCTION mark()'],
    ['a policy', /CREATE POLICY.*/, 'DROP POLICY own'],
    ['row-level security', /ENABLE ROW LEVEL SECURITY, /, 'DISABLE ROW LEVEL SECURITY'],
  ])('drops %s that the files no longer have', async (_what, pattern, drop) => {
    rewrite(pattern.exec(SQL)?.[0] ?? '', '')
    await expectMigration(drop)
  })

  test('writes a new function without the rights that the files revoke', async () => {
    rewrite(
      'CREATE POLICY',
      'CREATE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$;\n  REVOKE EXECUTE ON FUNCTION one() FROM PUBLIC;\n  CREATE POLICY',
    )
    await expectMigration('REVOKE EXECUTE ON FUNCTION one() FROM PUBLIC')
  })

  test('writes what Prisma writes, and why it fails, for the type of a column that a policy uses', async () => {
    writeFileSync(join(folders.schema, 'member.prisma'), SCHEMA.replace('id Int', 'id BigInt'))
    expect(await difference()).toMatch(
      /SET DATA TYPE BIGINT[\s\S]*-- Write by hand: this script fails \(cannot alter type/,
    )
  })

  test('names what a developer has to write', async () => {
    writeFileSync(join(folders.sql, 'columns.sql'), 'ALTER TABLE member ALTER COLUMN name TYPE text COLLATE "C";')
    expect(await difference()).toMatch(
      /-- Write by hand: table public.member, columns, name; only the files have:\n-- {3}ALTER TABLE[^\n]*COLLATE "C"/,
    )
  })
})

describe('npm run db:check', () => {
  test('finds what only a migration makes', async () => {
    migrate(
      '20260102000000_more',
      'CREATE TABLE guest (id int PRIMARY KEY); CREATE INDEX guest_id ON guest (id) WHERE id > 0',
    )
    expect(await difference()).toContain('DROP TABLE "guest"')
    migrate('20260103000000_function', 'CREATE FUNCTION two() RETURNS int LANGUAGE sql AS $$ SELECT 2 $$')
    expect(await difference()).toContain('DROP FUNCTION two()')
  })

  test('refuses a migration that bears a later date than its commit, or than today', () => {
    const now = new Date('2026-06-01T12:00:00Z')
    const committedAt = new Date('2026-05-01T12:00:00Z')
    const late = findLateMigrations(
      [
        { name: '20260501120000_on_time', committedAt },
        { name: '20260501120001_late', committedAt },
        { name: '20260601115959_new', committedAt: undefined },
        { name: '20260602000000_tomorrow', committedAt: undefined },
        { name: '20261399000000_no_date', committedAt },
        { name: 'undated', committedAt },
      ],
      now,
    )
    expect(late).toEqual(['20260501120001_late', '20260602000000_tomorrow', '20261399000000_no_date', 'undated'])
  })
})
