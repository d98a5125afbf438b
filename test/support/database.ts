import './global-setup.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { inject } from 'vitest'
import { createLock, urlOf, withAdmin } from './test-server.ts'

/** A database of a test's own. */
export interface TestDatabase {
  /** Connection string of a superuser. */
  url: string
  /** Drops it, whoever is still connected. */
  drop(): Promise<void>
}

/** A fresh database with every migration applied and no records: a clone of the run's template. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create(inject('testServer').template)
}

/** A database with nothing in it, for tests of the migrations themselves. */
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
 * One at a time: PostgreSQL refuses to clone a database that somebody (here: another clone) is looking at.
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
