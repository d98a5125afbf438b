import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import type { Task } from '#kernel/jobs/task'
import { startWorker, type Worker } from '#kernel/jobs/worker'
import { createLogger } from '#kernel/logging/logger'
import { systemClock } from '#kernel/time/clock'
import { type BreakableDatabase, breakableDatabase } from '#test/support/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database'

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
  database = openDatabase({ url: way.url, poolSize: 2, statementTimeout: 20_000, onError: () => undefined })
  lines = []
})
afterEach(async () => {
  await Promise.all([...running].map((worker) => worker.stop()))
  running.clear()
  await database.close()
  await way.close()
})

const start = async (tasks: Record<string, Task>, waitingTasks?: Record<string, Task>): Promise<Worker> => {
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const context = { database, clock: systemClock, log }
  const worker = await startWorker({
    ...{ context, tasks, cron: [], subscribers: [], concurrency: 2 },
    ...(waitingTasks && { waitingTasks }),
  })
  running.add(worker)
  return worker
}

const add = (task: string, attempts = 25) =>
  admin.query(`select graphile_worker.add_job($1, '{}', max_attempts => $2)`, [task, attempts])

const holders = async (): Promise<string[]> =>
  (
    await admin.query<{ by: string }>('select locked_by as by from graphile_worker.jobs where locked_by is not null')
  ).rows.map(({ by }) => by)

/** A task that runs until it is let go, and how often it was begun. */
const held = () => {
  const releases: (() => void)[] = []
  const task: Task = () => new Promise((resolve) => void releases.push(resolve))
  return { task, begun: () => releases.length, release: () => releases.splice(0).forEach((resolve) => void resolve()) }
}

test('jobs that wait for somebody else’s server keep no other job waiting', async () => {
  const stuck = held()
  const mine = held()
  await start({ mine: mine.task }, { stuck: stuck.task })
  for (let n = 0; n < 5; n++) await add('stuck')
  await expect.poll(stuck.begun).toBe(2)
  for (let n = 0; n < 2; n++) await add('mine')
  await expect.poll(mine.begun).toBe(2)
  mine.release()
  const left = async () => {
    stuck.release()
    return (await admin.query('select from graphile_worker.jobs')).rowCount
  }
  await expect.poll(left).toBe(0)
})

test('a job that takes longer than several sweeps for dead workers is run once, with a second worker beside it', async () => {
  const long = held()
  await start({ long: long.task })
  await start({ long: long.task })
  await add('long')
  await expect.poll(long.begun).toBe(1)
  const [holder] = await holders()
  const until = Date.now() + 12_000
  await expect.poll(() => Date.now() > until || long.begun() > 1, { timeout: 15_000 }).toBe(true)
  expect([long.begun(), await holders()]).toEqual([1, [holder]])
  long.release()
  await expect.poll(holders).toEqual([])
}, 40_000)

test('jobs of a process that is gone are given back within seconds', async () => {
  let done = 0
  await add('orphan')
  await admin.query(`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now()`)
  await start({
    orphan: async () => {
      done++
    },
  })
  await expect.poll(() => done, { timeout: 20_000 }).toBe(1)
}, 40_000)

test('after the database was away, also while a job was ending, the worker goes on by itself', async () => {
  const long = held()
  let short = 0
  await start({
    long: long.task,
    short: async () => {
      short++
    },
  })
  await add('long')
  await expect.poll(long.begun).toBe(1)
  way.cut()
  long.release()
  await expect.poll(() => JSON.stringify(lines), { timeout: 40_000 }).toContain('the job runner ended')
  way.mend()
  await add('short')
  await expect.poll(() => short, { timeout: 20_000 }).toBe(1)
  // What was cut off in the middle is run again.
  await expect.poll(long.begun, { timeout: 40_000 }).toBe(1)
  long.release()
  await expect.poll(holders, { timeout: 10_000 }).toEqual([])
}, 120_000)

test('a job that fails is told of without what was in it, and the last time as the last', async () => {
  await start({
    failing: async () => {
      throw new Error('Ada Lovelace, ada@example.org, is no number')
    },
  })
  await add('failing', 1)
  await expect.poll(() => lines.map(({ msg }) => msg)).toContain('a job failed and is given up')
  const line = lines.find(({ msg }) => msg === 'a job failed and is given up')
  expect(line).toMatchObject({ task: 'failing', attempt: 1, of: 1 })
})
