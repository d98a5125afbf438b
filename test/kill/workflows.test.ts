import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workflowTicks } from '#areas/work/workflows/engine/run-workflow.service'
import { systemClock } from '#kernel/time/clock'
import { Journey } from '../areas/work/workflows/journey.ts'
import { openWorkflows, type WorkflowBench } from '../areas/work/workflows/workflows-api.ts'
import { bundled } from '../support/bundle.ts'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { startWorker, type Worker } from '../support/worker.ts'

/** The whole thing: WORKFLOW_KILLS=100 WORKFLOW_CONTACTS=10000. */
const KILLS = Number(process.env.WORKFLOW_KILLS ?? 12)
const CONTACTS = Number(process.env.WORKFLOW_CONTACTS ?? 400)
const CONCURRENCY = 4
/** How long a worker that finds nothing to do in a workflow lives at the most, ms. */
const IDLE_MS = 1500
/** Death comes at once within a batch, in the time that it takes, or while mails are sent: within so many ms. */
const PAUSES_MS = [0, 25 + CONTACTS / KILLS / 3, 600]

let bench: WorkflowBench
let sink: SmtpSink
let program: string
let admin: pg.Client
let workers: Worker[] = []
beforeAll(async () => {
  program = bundled('test/support/worker-process.ts')
})
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

const start = async (): Promise<void> => {
  const settings = {
    DATABASE_URL: bench.server.url,
    MAIL_URL: sink.url,
    MAIL_FROM: 'office@kill.example',
    JOB_CONCURRENCY: String(CONCURRENCY),
  }
  workers.push(await startWorker(program, settings))
}

const killAll = async (): Promise<void> => {
  await Promise.all(workers.map((worker) => worker.kill()))
  workers = []
}

/** Gives back the jobs of the dead, as the sweep of another worker would ten seconds later. */
const freeJobs = () =>
  admin.query(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs where locked_by is not null having count(*) > 0`)

/** Whether the engine is within a transaction. */
const isInBatch = async (): Promise<boolean> => {
  const { rowCount } = await admin.query(`select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and state <> 'idle' and xact_start is not null and query like '%workflow%'`)
  return rowCount !== 0
}

/** What the minute's look does. */
const tick = () =>
  workflowTicks.task({ database: bench.server.database, clock: systemClock, log: bench.server.app.log }, undefined)

/** Lets a worker live until it is within the engine, and a while longer; answers whether it died there. */
const liveAndDie = async (): Promise<boolean> => {
  await start()
  const until = Date.now() + Math.random() * IDLE_MS
  while (Date.now() < until && !(await isInBatch())) await pause(1)
  await pause(Math.random() * (PAUSES_MS[Math.floor(Math.random() * 3)] ?? 0))
  const isWithin = await isInBatch()
  await killAll()
  await freeJobs()
  return isWithin
}

/** Time passes until nobody is under way and no mail waits. */
const finish = async (journey: Journey): Promise<void> => {
  const left = async () => {
    await journey.passTime()
    await tick()
    return journey.left()
  }
  await expect.poll(left, { timeout: 60_000 + CONTACTS * 60, interval: 250 }).toBe(0)
}

test(
  `killed ${KILLS} times at random: all ${CONTACTS} contacts end where the model says, each mail under one Message-ID`,
  async () => {
    const journey = await Journey.prepare(bench, CONTACTS)
    let within = 0
    for (let killed = 0; killed < KILLS; killed++) {
      await journey.join(Math.ceil(CONTACTS / KILLS))
      await journey.passTime()
      await tick()
      if (await liveAndDie()) within++
    }
    await start()
    await finish(journey)
    await journey.expectModel()
    const mails = await journey.expectMails(sink.received)
    const repeats = sink.received.length - mails
    console.log(`${within} of ${KILLS} kills fell within a batch; ${repeats} of ${mails} mails arrived once more`)
    expect(within).toBeGreaterThan(0)
    expect(repeats).toBeLessThanOrEqual(KILLS * CONCURRENCY)
  },
  120_000 + KILLS * 5000 + CONTACTS * 60,
)

test(
  'two workers at once: the same end, each mail once',
  async () => {
    const journey = await Journey.prepare(bench, CONTACTS)
    await Promise.all([start(), start()])
    for (let wave = 0; wave < 4; wave++) {
      await journey.join(Math.ceil(CONTACTS / 4))
      await tick()
    }
    await finish(journey)
    await journey.expectModel()
    expect(sink.received).toHaveLength(await journey.expectMails(sink.received))
  },
  120_000 + CONTACTS * 60,
)
