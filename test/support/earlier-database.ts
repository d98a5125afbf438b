import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { applyMigrations } from '#src/installation/migrations/apply'
import { migrationsFolder } from '#src/installation/migrations/migration-files'
import { createEmptyDatabase, type TestDatabase } from './database.ts'

/** A database as the releases before a migration left it. */
export interface EarlierDatabase {
  query: pg.Client['query']
  /** Applies the migration and all later ones. Returns the names of those that were applied. */
  migrate(): Promise<string[]>
}

const log = { info: () => undefined, warn: () => undefined }

/** Prepares a database of a test file with the migrations before one, so that rows of then can be added. */
export const useDatabaseBefore = (migration: string): EarlierDatabase => {
  let database: TestDatabase
  let client: pg.Client
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-migrations-'))
  beforeAll(async () => {
    for (const name of readdirSync(migrationsFolder()).filter((one) => one < migration || one.endsWith('.toml')))
      cpSync(join(migrationsFolder(), name), join(folder, name), { recursive: true })
    database = await createEmptyDatabase()
    await applyMigrations(database.url, { log, folder })
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  }, 60_000)
  afterAll(async () => {
    await client.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  })
  return {
    query: ((...values: Parameters<pg.Client['query']>) => client.query(...values)) as pg.Client['query'],
    migrate: async () => (await applyMigrations(database.url, { log })).applied,
  }
}
