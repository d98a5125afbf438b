import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { migrationTasks } from '#services/migrations/migrate-database'
import { MIGRATE_DATABASE } from '#services/migrations/migration-runs'
import { migrationsFolder } from '#src/installation/migrations/migration-files'
import { ownMigrations } from '#src/installation/migrations/migrations'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { withAdmin } from '../server/test-server.ts'

export interface MigrationItem {
  Name: string
  State: string
  AppliedDate: string | null
  Message: string | null
}

export interface MigrationResult {
  Success: boolean
  Source: string
  Items: MigrationItem[]
  Run: { RunId: number; State: string; FinishedDate: string | null; Message: string | null } | null
}

/** A server of its own, whose migrations are a copy of those of the build, and a caller of the platform. */
export interface MigrationBench {
  server: TestApp
  platform: TestCaller
  /** Writes a migration to the folder of the server. */
  write(name: string, sql: string): void
  remove(name: string): void
  call(path: string, caller?: TestCaller, headers?: Record<string, string>): Promise<MigrationResult>
  /** Runs the queued migrations, as a worker does. */
  runQueued(): Promise<void>
  /** Sends a request, and works as a worker until it has a response. */
  callWithWorker(path: string): Promise<MigrationResult>
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Gives the tenant the texts of an older version. */
  makeOld(key: string, isEdited: boolean): Promise<unknown>
  close(): Promise<void>
}

export const openMigrations = async (): Promise<MigrationBench> => {
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-migration-test-'))
  cpSync(migrationsFolder(), folder, { recursive: true })
  const migrations = ownMigrations(folder)
  const server = await buildTestApp({ own: true, migrations })
  const platform = await server.tenant(['admin', 'platform'])
  const call: MigrationBench['call'] = async (path, caller = platform, headers = {}) => {
    const response = await caller.get(`/api/migration/${path}`, headers)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const runQueued = () => runJobs(server, MIGRATE_DATABASE, migrationTasks(migrations))
  return {
    server,
    platform,
    call,
    runQueued,
    write: (name, sql) => {
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'migration.sql'), sql)
    },
    remove: (name) => rmSync(join(folder, name), { recursive: true }),
    callWithWorker: async (path) => {
      let isDone = false
      const sent = call(path).finally(() => {
        isDone = true
      })
      while (!isDone) await runQueued()
      return sent
    },
    query: (sql) => withAdmin(server.url, async (client) => (await client.query(sql)).rows),
    makeOld: (key, isEdited) =>
      server.database.system.mailTemplate.updateMany({
        where: { tenantId: platform.tenant.id, key },
        data: { html: '<p>Old</p>', builtInVersion: 0, isEdited },
      }),
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export const findItem = ({ Items }: MigrationResult, name: string): MigrationItem | undefined =>
  Items.find(({ Name }) => Name === name)
