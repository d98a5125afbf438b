import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashOfHistory } from '#src/installation/migrations/adoption'
import { applyMigrations } from '#src/installation/migrations/apply'
import { readCatalog } from '#src/installation/migrations/catalog'
import { summarizeCatalog } from '#src/installation/migrations/catalog-summary'
import { migrationReport, withClient } from '#src/installation/migrations/history'
import { createEmptyDatabase, type TestDatabase } from '../support/database/database.ts'
import { ask, silent as log } from './embedded-support.ts'

/** Two migrations, the second of which sorts after the foundation that replaces both. */
const FORMER = {
  '20260101000000_member': 'CREATE TABLE member (id int, name text)',
  '20260901000000_index': `CREATE INDEX member_by_name ON member (name) WHERE id > 0;
  ALTER TABLE member ADD CONSTRAINT member_id CHECK (id BETWEEN 1 AND 9 AND (name <> '' OR id = 1));
  CREATE FUNCTION double(n int) RETURNS int LANGUAGE sql AS 'SELECT n * 2';`,
}
const FOUNDATION = '20260601000000_foundation'

/** A role of the operator. */
const role = `guildhall_test_${process.pid}`

let database: TestDatabase
let former: string
let folder: string

const write = (root: string, name: string, file: string, text: string): void => {
  mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, name, file), text)
}

beforeEach(async () => {
  database = await createEmptyDatabase()
  former = mkdtempSync(join(tmpdir(), 'guildhall-former-'))
  folder = mkdtempSync(join(tmpdir(), 'guildhall-foundation-'))
  for (const [name, sql] of Object.entries(FORMER)) write(former, name, 'migration.sql', sql)
  await applyMigrations(database.url, { log, folder: former })
  const rows = Object.entries(FORMER).map(([name, sql]) => ({
    name,
    checksum: createHash('sha256').update(sql).digest('hex'),
  }))
  const settings = {
    commit: 'abc12345',
    version: '0.1.0',
    first: rows[0]?.name,
    count: 2,
    hashes: [hashOfHistory(rows)],
  }
  write(folder, FOUNDATION, 'migration.sql', Object.values(FORMER).join(';\n'))
  write(folder, FOUNDATION, 'former.json', JSON.stringify(settings))
  write(folder, FOUNDATION, 'catalog.txt', summarizeCatalog(await withClient(database.url, readCatalog)))
  write(folder, '20260602000000_more', 'migration.sql', 'ALTER TABLE member ADD COLUMN email text')
})
afterEach(async () => {
  await database.drop()
  for (const path of [former, folder]) rmSync(path, { recursive: true })
})

const start = () => applyMigrations(database.url, { log, folder })
const change = (sql: string) => withClient(database.url, (client) => client.query(sql))
const report = () => migrationReport(database.url, folder)

describe('the start on a database of the last build before the foundation', () => {
  test('replaces its history by the foundation, keeps its rows, and applies what follows', async () => {
    await change("INSERT INTO member VALUES (2, 'Ada')")
    expect(await start()).toEqual({ applied: ['20260602000000_more'] })
    expect(await report()).toMatchObject({ pending: [], changed: [], failed: [], unknown: [] })
    expect(await ask(database.url, 'SELECT name FROM member')).toBe('Ada')
    expect(await start()).toEqual({ applied: [] })
  })

  test('adopts it once if several processes start at once', async () => {
    const messages: string[] = []
    const own = { ...log, info: (message: string) => void messages.push(message) }
    const starts = [1, 2, 3, 4].map(() => applyMigrations(database.url, { log: own, folder }))
    const applied = (await Promise.all(starts)).flatMap((result) => result.applied)
    expect(applied).toEqual(['20260602000000_more'])
    expect(messages.filter((message) => message.startsWith('Took over'))).toHaveLength(1)
    expect(await ask(database.url, 'SELECT count(*)::int FROM _prisma_migrations')).toBe(2)
  })

  test('keeps the way forward open after a start of the former build, which fails and changes nothing', async () => {
    await start()
    const before = await withClient(database.url, readCatalog)
    await expect(applyMigrations(database.url, { log, folder: former })).rejects.toThrow('It was rolled back')
    expect(await withClient(database.url, readCatalog)).toEqual(before)
    write(folder, '20260603000000_city', 'migration.sql', 'ALTER TABLE member ADD COLUMN city text')
    expect(await start()).toEqual({ applied: ['20260603000000_city'] })
    expect(await report()).toMatchObject({ pending: [], failed: [], unknown: [] })
  })

  test('accepts what belongs to the operator, and conditions that a restored backup has in another form', async () => {
    await change(`CREATE TABLE report (id int); CREATE ROLE "${role}"; GRANT SELECT ON member TO "${role}";
      ALTER TABLE member SET (autovacuum_vacuum_scale_factor = 0.01);
      ALTER TABLE member DROP CONSTRAINT member_id;
      ALTER TABLE member ADD CONSTRAINT member_id CHECK (id >= 1 AND id <= 9 AND (id = 1 OR name <> ''))`)
    try {
      expect(await start()).toEqual({ applied: ['20260602000000_more'] })
    } finally {
      await change(`DROP OWNED BY "${role}"; DROP ROLE "${role}"`)
    }
  })
})

describe('the start on another database', () => {
  const refusal = async (): Promise<string> => {
    const error = await start().catch((reason: Error) => reason)
    expect(error).toMatchObject({ name: 'MigrationError', kind: 'former' })
    expect((await report()).pending).toContain(FOUNDATION)
    return (error as Error).message
  }

  test.each([
    ['an older one', "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_index'"],
    [
      'one with an interrupted migration',
      "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_index'",
    ],
    ['one whose migrations were edited', "UPDATE _prisma_migrations SET checksum = 'x'"],
  ])('names the build to start once for %s', async (_what, sql) => {
    await change(sql)
    expect(await refusal()).toBe(
      'The database is older than this build can take over: start the build of abc12345 (0.1.0) once, then start this one.',
    )
  })

  test.each([
    ['DROP INDEX member_by_name', 'the indexes of table public.member'],
    ['ALTER TABLE member ADD COLUMN age int', 'the columns of table public.member'],
    [
      "CREATE OR REPLACE FUNCTION double(n int) RETURNS int LANGUAGE sql AS 'SELECT n + n'",
      'the definition of function double(integer)',
    ],
    ['DROP FUNCTION double', 'function double(integer) is missing'],
    ['ALTER TABLE member ENABLE ROW LEVEL SECURITY', 'the row security of table public.member'],
    [
      "ALTER TABLE member DROP CONSTRAINT member_id, ADD CONSTRAINT member_id CHECK ((id BETWEEN 1 AND 9 AND name <> '') OR id = 1)",
      'the constraints of table public.member',
    ],
  ])('names the difference of one that was changed: %s', async (sql, difference) => {
    await change(sql)
    expect(await refusal()).toContain(
      `differs from that of the build of abc12345 (0.1.0): ${difference}.\nUndo these changes`,
    )
  })
})
