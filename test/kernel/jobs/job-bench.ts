import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import type { FailureReports } from '#kernel/jobs/failure-reports'
import type { Task } from '#kernel/jobs/task'
import { startWorker, type Worker } from '#kernel/jobs/worker'
import { createLogger } from '#kernel/logging/logger'
import type { WorkContext } from '#kernel/outbox/deliver'
import { provisionTenant } from '#kernel/tenancy/provision'
import { systemClock } from '#kernel/time/clock'
import { type BreakableDatabase, breakableDatabase } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'

/** Workers of a test file on a database that can be cut off. */
export interface JobBench {
  /** The connection of the workers to the database, which can be cut. */
  way(): BreakableDatabase
  /** The log of the workers, one parsed line each. */
  lines(): Record<string, unknown>[]
  start(
    tasks: Record<string, Task>,
    waitingTasks?: Record<string, Task>,
    reports?: FailureReports,
    concurrency?: number,
  ): Promise<Worker>
  add(task: string, attempts?: number, payload?: object): Promise<unknown>
  context(): WorkContext
  /** The connection string of an administrator. */
  url(): string
  /** Creates a tenant; returns its id. */
  tenant(): Promise<number>
  query(sql: string): Promise<pg.QueryResult>
  /** Returns the workers that have locked jobs. */
  holders(): Promise<string[]>
}

/** Registers the hooks that open and close the bench. */
export const useJobBench = (): JobBench => {
  let own: TestDatabase
  let way: BreakableDatabase
  let database: Database
  let admin: pg.Client
  let lines: Record<string, unknown>[]
  const running = new Set<Worker>()
  beforeAll(async () => {
    own = await createTestDatabase()
    admin = new pg.Client({ connectionString: own.url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await own.drop()
  })
  beforeEach(async () => {
    way = await breakableDatabase(own.url)
    database = openDatabase({
      loginKey: LOGIN_KEY,
      url: way.url,
      poolSize: 2,
      statementTimeout: 20_000,
      onError: () => undefined,
    })
    lines = []
  })
  afterEach(async () => {
    await Promise.all([...running].map((worker) => worker.stop()))
    running.clear()
    await database.close()
    await way.close()
  })
  const context = (): WorkContext => ({
    database,
    clock: systemClock,
    log: createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }),
  })
  return {
    way: () => way,
    lines: () => lines,
    start: async (tasks, waitingTasks, reports, concurrency = 2) => {
      const worker = await startWorker({
        context: context(),
        tasks,
        cron: [],
        subscribers: [],
        concurrency,
        ...(waitingTasks && { waitingTasks }),
        ...(reports && { reports }),
      })
      running.add(worker)
      return worker
    },
    add: (task, attempts = 25, payload = {}) =>
      admin.query('select graphile_worker.add_job($1, $2::json, max_attempts => $3)', [
        task,
        JSON.stringify(payload),
        attempts,
      ]),
    context,
    url: () => own.url,
    tenant: async () => (await provisionTenant(database, { key: `t-${randomUUID()}`, name: 'Jobs' }, [])).id,
    query: (sql) => admin.query(sql),
    holders: async () => {
      const { rows } = await admin.query<{ by: string }>(
        'select locked_by as by from graphile_worker.jobs where locked_by is not null',
      )
      return rows.map(({ by }) => by)
    },
  }
}

/** A task that runs until the test releases it, and the number of its starts that were not released. */
export const blockedTask = () => {
  const releases: (() => void)[] = []
  const task: Task = () => new Promise((resolve) => void releases.push(resolve))
  const takeReleases = () => releases.splice(0)
  const release = () => takeReleases().forEach((resolve) => void resolve())
  return { task, begun: () => releases.length, release, takeReleases }
}
