import '../runner/global-setup.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inject } from 'vitest'
import { createLock, urlOf, withAdmin } from '../server/test-server.ts'

/** A database of one test. */
export interface TestDatabase {
  /** Connection string of a superuser. */
  url: string
  /** Drops it, and ends its open connections. */
  drop(): Promise<void>
}

/** Creates a database with all migrations and no records: a clone of the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(inject('testServer').template)
}

/** Creates an empty database, for tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('template0')
}

async function create(template: string): Promise<TestDatabase> {
  const { adminUrl, prefix } = inject('testServer')
  const name = prefix + randomBytes(6).toString('hex')
  await withAdmin(adminUrl, (admin) => clone(admin, name, template))
  const drop = () => withAdmin(adminUrl, async (admin) => void (await admin.query(dropping(name))))
  return { url: urlOf(adminUrl, name), drop }
}

const dropping = (name: string) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`

/**
 * Clones one database at a time: PostgreSQL does not clone a database that has a connection, such as another clone.
 * Copying the files takes 15 ms; the default strategy, through the log, 150.
 */
async function clone(admin: pg.Client, name: string, template: string): Promise<void> {
  await admin.query('SELECT pg_advisory_lock($1)', [createLock])
  for (let round = 1; ; round++) {
    try {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
      return
    } catch (error) {
      const isInUse = (error as { code?: string }).code === '55006'
      if (!isInUse || round === 20) throw error
      await sleep(50 * round)
    }
  }
}
