import type { FastifyBaseLogger } from 'fastify'
import { run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { KEEPALIVE, watchClient, withOptions } from '../database/role-connections.ts'
import type { WorkContext } from '../outbox/deliver.ts'
import { sweepDeadWorkers } from './dead-workers.ts'
import { superviseRunner, type WatchedRunner } from './runner.ts'
import { RunnerWatch } from './runner-watch.ts'
import { workerLogger } from './worker-log.ts'

/** What the metrics show of a job runner. */
export interface RunnerState {
  readonly name: string
  /** Seconds since it last looked for jobs. */
  readonly age: number
  /** The number of its workers that run no job. */
  readonly free: number
}

export interface JobRunner {
  state(): RunnerState
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

export interface JobRunnerOptions {
  context: WorkContext
  concurrency: number
  name: string
  tasks: TaskList
  /** The library's crontab; empty for none. */
  times: string
}

/** Immediately, but by the library's batches: without them a failure to mark a job as done ends the process. */
const COMPLETION = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
/** One to listen for new jobs, one for the time table, and some to take jobs and to mark them. */
const EXTRA_CONNECTIONS = 6
const CONNECT_MS = 10_000

/** Runs the jobs of these tasks with their own concurrency. */
export const startRunner = async (options: JobRunnerOptions): Promise<JobRunner> => {
  const { context, concurrency, name } = options
  const { log, database } = context
  const look = { at: performance.now() }
  let watch = new RunnerWatch(concurrency, look)
  const state = () => ({ name, age: (performance.now() - look.at) / 1000, free: watch.free })
  const sweep = await sweepDeadWorkers({ databaseUrl: database.systemUrl, name, log, state })
  const closers = new WeakMap<RunnerWatch, () => void>()
  const start = async (): Promise<WatchedRunner> => {
    watch = new RunnerWatch(concurrency, look)
    watch.events.on('pool:create', ({ workerPool }) => sweep.follow(workerPool.id))
    const pool = openPool(database.systemUrl, concurrency, log)
    closers.set(watch, pool.close)
    return { runner: await runOn(pool, watch, options), watch }
  }
  const onEnd = ({ watch: ended }: WatchedRunner) => {
    const { pool } = ended
    const close = closers.get(ended)
    if (pool !== undefined) sweep.retire({ pool, jobs: () => ended.jobs, onReleased: () => close?.() })
  }
  const onError = (error: unknown) => log.error({ err: error }, 'the job runner ended and is restarted')
  const stopRest = () => {
    closers.get(watch)?.()
    return sweep.stop()
  }
  try {
    const runner = await superviseRunner({ start, onEnd, onError })
    return { state, stop: () => runner.stop().then(stopRest) }
  } catch (error) {
    await stopRest()
    throw error
  }
}

const runOn = async (
  { pgPool, close }: RunnerPool,
  { events }: RunnerWatch,
  { context, concurrency, tasks, times }: JobRunnerOptions,
) => {
  try {
    return await run({
      events,
      pgPool,
      concurrency,
      pollInterval: 1000,
      noHandleSignals: true,
      taskList: tasks,
      crontab: times,
      logger: workerLogger(context.log),
      noPreparedStatements: false,
      preset: { worker: COMPLETION },
    })
  } catch (error) {
    close()
    throw error
  }
}

interface RunnerPool {
  pgPool: pg.Pool
  /** Ends all connections, also those that do not respond. */
  close(): void
}

/** The connections of one runner: the library closes its own only at a clean end. */
const openPool = (connectionString: string, concurrency: number, log: FastifyBaseLogger): RunnerPool => {
  const pgPool = new pg.Pool({
    ...withOptions(connectionString, KEEPALIVE),
    onConnect: watchClient,
    application_name: 'guildhall-jobs',
    max: concurrency + EXTRA_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
  })
  const clients = new Set<pg.PoolClient>()
  const onError = (error: unknown) => log.debug({ err: error }, 'a connection of the job runner was lost')
  pgPool.on('error', onError)
  pgPool.on('connect', (client) => {
    clients.add(client)
    client.on('error', onError)
  })
  pgPool.on('remove', (client) => clients.delete(client))
  return {
    pgPool,
    close: () => {
      if (pgPool.ending) return
      pgPool.end().catch(onError)
      for (const client of clients) (client as pg.PoolClient & pg.Client).end().catch(onError)
    },
  }
}
