import { run, runMigrations, type TaskList } from 'graphile-worker'
import { type Delivery, deliverEvent, type WorkContext } from '../outbox/deliver.ts'
import { DELIVER_EVENT, startRelay } from '../outbox/relay.ts'
import type { Subscriber } from '../outbox/subscriber.ts'
import { type CronTask, crontab } from './cron.ts'
import { sweepDeadWorkers } from './dead-workers.ts'
import { keepRunning } from './runner.ts'
import type { Task } from './task.ts'
import { silentLogger, workerLogger } from './worker-log.ts'

/** Work that goes on beside the jobs, in places of its own, as long as the worker runs. Started once per worker. */
export type Loop = (context: WorkContext) => { stop(): Promise<void> }

export interface WorkerOptions {
  context: WorkContext
  tasks: Readonly<Record<string, Task>>
  cron: readonly CronTask[]
  subscribers: readonly Subscriber[]
  loops?: readonly Loop[]
  concurrency: number
}

export interface Worker {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>
}

const RELAY_INTERVAL_MS = 250
/** At once, but by the library's batches: without them a failure to mark a job as done ends the process. */
const SETTLING = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** Makes the job tables. Part of migrating: the connection must be allowed to create a schema. */
export const migrateJobs = (databaseUrl: string): Promise<void> =>
  runMigrations({ connectionString: databaseUrl, logger: silentLogger })

export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { context, subscribers } = options
  const sweep = await sweepDeadWorkers(context.database.url, (error) =>
    context.log.error({ err: error }, 'looking for dead workers failed'),
  )
  const runner = await keepRunning(
    () =>
      run({
        events: sweep.events,
        connectionString: context.database.url,
        concurrency: options.concurrency,
        pollInterval: 1000,
        noHandleSignals: true,
        taskList: taskList(options),
        crontab: crontab(options.cron),
        logger: workerLogger(context.log),
        noPreparedStatements: false,
        preset: { worker: SETTLING },
      }),
    (error) => context.log.error({ err: error }, 'the job runner ended and is started again'),
  ).catch(async (error) => {
    await sweep.stop()
    throw error
  })
  const relay = startRelay(context.database.system, subscribers, {
    interval: RELAY_INTERVAL_MS,
    onError: (error) => context.log.error({ err: error }, 'the event relay failed and will try again'),
  })
  const loops = (options.loops ?? []).map((start) => start(context))
  return {
    stop: async () => {
      await relay.stop()
      await Promise.all([runner.stop(), ...loops.map((loop) => loop.stop())])
      await sweep.stop()
    },
  }
}

const taskList = ({ context, tasks, cron, subscribers }: WorkerOptions): TaskList => ({
  [DELIVER_EVENT]: (payload) => deliverEvent(context, subscribers, payload as Delivery),
  ...Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(context, payload)]),
  ),
  ...Object.fromEntries(cron.map(({ name, task }) => [name, () => task(context, {})])),
})
