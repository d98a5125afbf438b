import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyMigrations, settleMigration } from '#src/installation/migrations/apply'
import { migrationReport, pendingMigrations } from '#src/installation/migrations/history'
import { MigrationError } from '#src/installation/migrations/migration-error'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database/database.ts'
import { ask, silent as log } from './embedded-support.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createEmptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'guildhall-migrate-test-'))
})

afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

const apply = () => applyMigrations(database.url, { log, folder })

const failure = async (): Promise<MigrationError> => {
  const error = await apply().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(MigrationError)
  return error as MigrationError
}

const table = 'CREATE TABLE member (id int PRIMARY KEY, name text);\n'

describe('applying migrations', () => {
  test('applies pending migrations in order, and none twice', async () => {
    write('2_insert', "INSERT INTO member VALUES (1, 'Ada')")
    write('1_table', table)
    expect(await pendingMigrations(database.url, folder)).toEqual(['1_table', '2_insert'])
    expect(await apply()).toEqual({ applied: ['1_table', '2_insert'] })
    expect(await apply()).toEqual({ applied: [] })
    expect(await ask(database.url, 'SELECT count(*)::int FROM member')).toBe(1)
  })

  test('applies by one of many concurrent processes, while the others wait', async () => {
    write('1_table', `${table}SELECT pg_sleep(0.3);`)
    const results = await Promise.all([1, 2, 3, 4, 5].map(apply))
    expect(results.flatMap(({ applied }) => applied)).toEqual(['1_table'])
  })

  test('sends functions, texts with semicolons and a last comment unchanged', async () => {
    const body = "BEGIN NEW.name := NEW.name || ';'; RETURN NEW; END"
    write(
      '1_function',
      `${table}CREATE FUNCTION mark() RETURNS trigger LANGUAGE plpgsql AS $$ ${body} $$;
       CREATE TRIGGER mark BEFORE INSERT ON member FOR EACH ROW EXECUTE FUNCTION mark();
       INSERT INTO member VALUES (1, 'a;b') -- the end`,
    )
    await apply()
    expect(await ask(database.url, 'SELECT name FROM member')).toBe('a;b;')
  })

  test('waits for a lock of running work in short attempts, between which other work continues', async () => {
    write('1_table', table)
    await apply()
    write('2_column', 'ALTER TABLE member ADD COLUMN city text')
    const holder = new pg.Client(database.url)
    const reader = new pg.Client(database.url)
    await Promise.all([holder.connect(), reader.connect()])
    await holder.query('BEGIN; SELECT count(*) FROM member')
    const messages: string[] = []
    let onRetry: () => void = () => undefined
    const retried = new Promise<void>((resolve) => {
      onRetry = resolve
    })
    const info = (message: string) => {
      messages.push(message)
      if (message.includes('trying again')) onRetry()
    }
    const applied = applyMigrations(database.url, { log: { ...log, info }, folder })
    await retried
    // The change has released what would wait for it, although the transaction that it waits for is open.
    await reader.query("INSERT INTO member VALUES (1, 'Ada')")
    await holder.query('COMMIT')
    expect(await applied).toEqual({ applied: ['2_column'] })
    expect(await ask(database.url, 'SELECT count(city)::int FROM member')).toBe(0)
    await Promise.all([holder.end(), reader.end()])
  })

  test('applies a statement that cannot run in a transaction, while other processes wait for the lock', async () => {
    write('1_table', table)
    write('2_index', 'CREATE INDEX CONCURRENTLY member_by_name ON member (name)')
    const results = await Promise.all([apply(), apply()])
    expect(results.flatMap(({ applied }) => applied)).toEqual(['1_table', '2_index'])
  })
})

describe('a migration that fails', () => {
  test('is reported with its line and reason, changes nothing, and is applied after a correction', async () => {
    write('1_table', `${table}\nINSERT INTO membre VALUES (1);`)
    const error = await failure()
    expect(error).toMatchObject({ kind: 'failed', migrations: ['1_table'] })
    expect(error.message).toMatch(/1_table failed at line 3: relation "membre" does not exist/)
    expect(error.message).toContain('It was rolled back')
    expect(await ask(database.url, "SELECT to_regclass('member')")).toBeNull()
    const report = await migrationReport(database.url, folder)
    expect(report).toMatchObject({ pending: ['1_table'], failed: [{ name: '1_table' }] })
    expect(report.failed[0]?.message).toContain('membre')
    write('1_table', table)
    expect(await apply()).toEqual({ applied: ['1_table'] })
    expect((await migrationReport(database.url, folder)).failed).toEqual([])
  })

  test('is applied again if its process was killed', async () => {
    write('1_table', table)
    await apply()
    write('2_more', 'ALTER TABLE member ADD email text')
    const cutOff = `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'y', '2_more')`
    await ask(database.url, cutOff)
    expect((await migrationReport(database.url, folder)).failed).toEqual([{ name: '2_more', message: '' }])
    expect(await apply()).toEqual({ applied: ['2_more'] })
  })

  test('is waited for if its process was killed while PostgreSQL continues to run it', async () => {
    write('1_table', `${table}SELECT pg_sleep(1);`)
    const asleep = `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`
    const isAsleep = async () => (await ask(database.url, asleep)) === 1
    const script = fileURLToPath(new URL('migrate-process.ts', import.meta.url))
    const args = ['--import', fileURLToPath(import.meta.resolve('tsx')), script, database.url, folder]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    await expect.poll(isAsleep).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await apply()).toEqual({ applied: [] })
    expect(await ask(database.url, 'SELECT count(*)::int FROM member')).toBe(0)
    expect(await migrationReport(database.url, folder)).toMatchObject({ applied: ['1_table'], failed: [] })
  })

  test('requires an operator if it does not run in one transaction', async () => {
    write('1_table', `${table}INSERT INTO member VALUES (1, 'a'), (2, 'a');`)
    write('2_index', 'CREATE UNIQUE INDEX CONCURRENTLY member_by_name ON member (name)')
    expect((await failure()).message).toMatch(/2_index failed[\s\S]*guildhall migrate --again 2_index/)
    expect((await failure()).message).toContain('failed earlier')
    await ask(database.url, 'DROP INDEX member_by_name')
    await ask(database.url, 'DELETE FROM member WHERE id = 2')
    expect(await settleMigration(database.url, '2_index', 'again')).toBe(true)
    expect(await apply()).toEqual({ applied: ['2_index'] })
  })
})

describe('a history that does not match', () => {
  test('stops the start if an applied migration was edited, but not for other line ends', async () => {
    write('1_table', table)
    await apply()
    write('1_table', table.replaceAll('\n', '\r\n'))
    expect(await apply()).toEqual({ applied: [] })
    write('1_table', `${table}-- an afterthought\n`)
    expect((await migrationReport(database.url, folder)).changed).toEqual(['1_table'])
    const error = await failure()
    expect(error).toMatchObject({ kind: 'changed', migrations: ['1_table'] })
    expect(error.message).toContain('npm run db:diff')
  })

  test('does not stop the start if a newer build has migrated', async () => {
    write('1_table', table)
    write('2_more', 'ALTER TABLE member ADD email text')
    await apply()
    rmSync(join(folder, '2_more'), { recursive: true })
    expect(await apply()).toEqual({ applied: [] })
    expect((await migrationReport(database.url, folder)).unknown).toEqual(['2_more'])
  })
})

test('a test database has every migration of this build', async () => {
  const migrated = await createTestDatabase()
  expect(await migrationReport(migrated.url)).toMatchObject({ pending: [], changed: [], failed: [], unknown: [] })
  await migrated.drop()
})
