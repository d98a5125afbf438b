import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workflowTicks } from '#areas/work/workflows/engine/engine.job'
import { systemClock } from '#kernel/time/clock'
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts'
import { releaseJobs, startWorker, type Worker } from '../support/processes/worker.ts'
import { Journey } from '../support/work/workflow-journey.ts'
import { openWorkflows, type WorkflowBench } from '../support/work/workflows.ts'

const CONCURRENCY = 4
/** The maximum time that a worker without work in a workflow lives, ms. */
const IDLE_MS = 1500

let bench: WorkflowBench
let sink: SmtpSink
let admin: pg.Client
let workers: Worker[] = []
const start = async (): Promise<void> => {
  const settings = {
    DATABASE_URL: bench.server.url,
    MAIL_URL: sink.url,
    MAIL_FROM: 'office@kill.example',
    JOB_CONCURRENCY: String(CONCURRENCY),
  }
  workers.push(await startWorker(settings))
}

const killAll = async (): Promise<void> => {
  await Promise.all(workers.map((worker) => worker.kill()))
  workers = []
}

/** Whether the engine is within a transaction. */
const isInBatch = async (): Promise<boolean> => {
  const { rowCount } = await admin.query(`select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and state <> 'idle' and xact_start is not null and query like '%workflow%'`)
  return rowCount !== 0
}

/** Runs the cron task of the minute. */
const tick = () =>
  workflowTicks.task({ database: bench.server.database, clock: systemClock, log: bench.server.app.log }, undefined)

/**
 * Kills a worker some time after it has begun a batch. Returns whether it died within one.
 *
 * @param delays the maximum delays of the kill, ms; one of them is chosen at random.
 */
const liveAndDie = async (delays: readonly number[]): Promise<boolean> => {
  await start()
  const until = Date.now() + Math.random() * IDLE_MS
  while (Date.now() < until && !(await isInBatch())) await pause(1)
  await pause(Math.random() * (delays[Math.floor(Math.random() * delays.length)] ?? 0))
  const isWithin = await isInBatch()
  await killAll()
  await releaseJobs(bench.server.url)
  return isWithin
}

/** The time in which a worker starts and takes a job on a busy machine, ms. */
const PATIENCE = 60_000

/** Advances the time until no run is active and no mail is queued. */
const finish = async (journey: Journey, contacts: number): Promise<void> => {
  const left = async () => {
    await journey.passTime()
    await tick()
    return journey.left()
  }
  await expect.poll(left, { timeout: 60_000 + contacts * 60, interval: 250 }).toBe(0)
}

/** Registers the hooks that open and close the installation of each test. */
const useWorkers = (): void => {
  beforeAll(async () => {})
  beforeEach(async () => {
    bench = await openWorkflows(null, { own: true })
    sink = await startSmtpSink(3)
    admin = new pg.Client({ connectionString: bench.server.url })
    await admin.connect()
    return async () => {
      await killAll()
      await admin.end()
      await sink.close()
      await bench.server.close()
    }
  }, 60_000)
  afterAll(() => killAll())
}

export interface WorkflowKills {
  kills: number
  contacts: number
}

/** Defines the test of workers that are killed while contacts pass through a workflow. */
export const testWorkflowKills = ({ kills, contacts }: WorkflowKills): void => {
  // The worker dies immediately within a batch, within the duration of a batch, or while it sends mails.
  const delays = [0, 25 + contacts / kills / 3, 600]

  useWorkers()
  test(
    `killed ${kills} times at random: all ${contacts} contacts end where the model says, each mail under one Message-ID`,
    async () => {
      const journey = await Journey.prepare(bench, contacts)
      let within = 0
      for (let killed = 0; killed < kills; killed++) {
        await journey.join(Math.ceil(contacts / kills))
        await journey.passTime()
        await tick()
        if (await liveAndDie(delays)) within++
      }
      await start()
      await finish(journey, contacts)
      await journey.expectModel()
      const mails = await journey.expectMails(sink.received)
      const repeats = sink.received.length - mails
      console.log(`${within} of ${kills} kills fell within a batch; ${repeats} of ${mails} mails arrived once more`)
      // A short form has too few kills to expect one within a batch.
      if (kills >= 10) expect(within).toBeGreaterThan(0)
      expect(repeats).toBeLessThanOrEqual(kills * CONCURRENCY)
    },
    300_000 + kills * 5000 + contacts * 60,
  )
}

/** Defines the test of two workers that work at the same time. */
export const testTwoWorkers = (contacts: number): void => {
  useWorkers()

  test(
    'two workers at once: the same end, each mail once',
    async () => {
      const journey = await Journey.prepare(bench, contacts)
      await Promise.all([start(), start()])
      for (let wave = 0; wave < 4; wave++) {
        await journey.join(Math.ceil(contacts / 4))
        await tick()
      }
      await finish(journey, contacts)
      await journey.expectModel()
      expect(sink.received).toHaveLength(await journey.expectMails(sink.received))
    },
    300_000 + contacts * 60,
  )
}

/** Returns the workers that have locked the job of a workflow. */
const lockers = async (): Promise<string[]> => {
  const { rows } = await admin.query<{ by: string }>(
    `select locked_by as by from graphile_worker.jobs where task_identifier = 'workflow.run' and locked_by is not null`,
  )
  return rows.map(({ by }) => by)
}

/** The number of events that wait: a released job runs after the deliveries that were queued before. */
const eventsLeft = async (): Promise<number> => {
  const { rows } = await admin.query<{ left: number }>(
    `select (select count(*) from outbox_event where dispatched_at is null)::int
       + (select count(*) from graphile_worker.jobs where task_identifier = 'deliver_event')::int as left`,
  )
  return rows[0]?.left ?? 0
}

/** Defines the test of workers that die as soon as they have the job, which only their successors release. */
export const testShortLives = ({ kills, contacts }: WorkflowKills): void => {
  useWorkers()

  test(
    `${kills} workers that are killed as soon as they have the job: each continues the job of the one before, and the last ends it`,
    async () => {
      const journey = await Journey.prepare(bench, contacts)
      await journey.join(contacts)
      await start()
      await expect.poll(eventsLeft, { timeout: 60_000 + contacts * 60 }).toBe(0)
      await killAll()
      await journey.passTime()
      await tick()
      const dead = new Set<string>()
      for (let lives = 0; lives <= kills; lives++) {
        await killAll()
        await start()
        let seen: string[] = []
        const found = async () => {
          seen = (await lockers()).filter((worker) => !dead.has(worker))
          return seen.length
        }
        await expect.poll(found, { timeout: PATIENCE, interval: 5 }).toBe(1)
        for (const worker of seen) dead.add(worker)
      }
      await finish(journey, contacts)
      await journey.expectModel()
    },
    240_000 + kills * PATIENCE + contacts * 60,
  )
}
