import { run, type TaskList } from 'graphile-worker'
import type { WorkContext } from '../outbox/deliver.ts'
import { sweepDeadWorkers } from './dead-workers.ts'
import { superviseRunner, type WatchedRunner } from './runner.ts'
import { openRunnerPool, type RunnerPool } from './runner-pool.ts'
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
    const pool = openRunnerPool(database.systemUrl, concurrency, log)
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
