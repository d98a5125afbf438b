import { type JobHelpers, run, type TaskList } from 'graphile-worker'
import { type Delivery, deliverEvent, systemScope, type WorkContext } from '../outbox/deliver.ts'
import { DELIVER_EVENT, startRelay } from '../outbox/relay.ts'
import type { Subscriber } from '../outbox/subscriber.ts'
import { inSpan, type SpanRequest } from '../tracing/tracing.ts'
import { type CronTask, crontab } from './cron.ts'
import { sweepDeadWorkers } from './dead-workers.ts'
import type { FailureReports } from './failure-reports.ts'
import { superviseRunner } from './runner.ts'
import type { Task } from './task.ts'
import { workerLogger } from './worker-log.ts'

/** Work that runs alongside the jobs, with its own concurrency, as long as the worker runs. Started once per worker. */
export type Loop = (context: WorkContext) => { stop(): Promise<void> }

export interface WorkerOptions {
  context: WorkContext
  tasks: Readonly<Record<string, Task>>
  /** Tasks that wait for an outside server, such as mail: they have their own runner with the same concurrency. */
  waitingTasks?: Readonly<Record<string, Task>>
  cron: readonly CronTask[]
  subscribers: readonly Subscriber[]
  loops?: readonly Loop[]
  /** Absent: staff are not notified of jobs that are given up. */
  reports?: FailureReports
  concurrency: number
}

export interface Worker {
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

const RELAY_INTERVAL_MS = 250
/** Immediately, but by the library's batches: without them a failure to mark a job as done ends the process. */
const COMPLETION = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { context, subscribers } = options
  const runner = await startRunner(options, taskList(options), crontab(options.cron))
  const waiting = await startWaiting(options).catch(async (error) => {
    await runner.stop()
    throw error
  })
  const relay = startRelay(context.database.system, subscribers, {
    interval: RELAY_INTERVAL_MS,
    onError: (error) => context.log.error({ err: error }, 'the event relay failed and will retry'),
  })
  const loops = (options.loops ?? []).map((start) => start(context))
  return {
    stop: async () => {
      await relay.stop()
      await Promise.all([runner.stop(), waiting?.stop(), ...loops.map((loop) => loop.stop())])
    },
  }
}

const startWaiting = async (options: WorkerOptions): Promise<{ stop(): Promise<void> } | undefined> =>
  options.waitingTasks && startRunner(options, listOf(options, options.waitingTasks), '')

/** Runs the jobs of these tasks with their own concurrency. */
const startRunner = async (
  { context, concurrency }: WorkerOptions,
  tasks: TaskList,
  times: string,
): Promise<{ stop(): Promise<void> }> => {
  const { log, database } = context
  const sweep = await sweepDeadWorkers(database.systemUrl, (error) =>
    log.error({ err: error }, 'the search for dead workers failed'),
  )
  const start = () =>
    run({
      events: sweep.events,
      connectionString: database.systemUrl,
      concurrency,
      pollInterval: 1000,
      noHandleSignals: true,
      taskList: tasks,
      crontab: times,
      logger: workerLogger(log),
      noPreparedStatements: false,
      preset: { worker: COMPLETION },
    })
  const onError = (error: unknown) => log.error({ err: error }, 'the job runner ended and is restarted')
  try {
    const runner = await superviseRunner(start, onError)
    return { stop: () => runner.stop().then(sweep.stop) }
  } catch (error) {
    await sweep.stop()
    throw error
  }
}

const taskList = (options: WorkerOptions): TaskList => ({
  ...listOf(options, { [DELIVER_EVENT]: deliverTo(options.subscribers), ...options.tasks }),
  ...cronList(options),
})

const deliverTo =
  (subscribers: readonly Subscriber[]): Task =>
  (context, payload) =>
    deliverEvent(context, subscribers, payload as Delivery)

const cronList = ({ context, cron }: WorkerOptions): TaskList =>
  Object.fromEntries(cron.map(({ name, task }) => [name, () => task(context, {})]))

const listOf = (options: WorkerOptions, tasks: Readonly<Record<string, Task>>): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, performOf(options, task)]))

/** Performs a job, and reports a failure of its last attempt. The library takes no job again after that. */
const performOf =
  (options: WorkerOptions, task: Task) =>
  async (payload: unknown, helpers: JobHelpers): Promise<void> => {
    try {
      await inSpan(spanOf(payload, helpers), () => task(options.context, payload))
    } catch (error) {
      await reportIfGivenUp(options, payload, helpers)
      throw error
    }
  }

/** The parent of a job is the request or job that caused it. */
const spanOf = (payload: unknown, { job }: JobHelpers): SpanRequest => {
  const { traceparent, tenantId } = (payload ?? {}) as { traceparent?: unknown; tenantId?: unknown }
  return {
    name: `job ${job.task_identifier}`,
    kind: 'CONSUMER',
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.destination.name': job.task_identifier,
      'messaging.message.id': job.id,
      'guildhall.attempt': job.attempts,
      ...(typeof tenantId === 'number' && { 'guildhall.tenant_id': tenantId }),
    },
    ...(typeof traceparent === 'string' && { traceparent }),
  }
}

const reportIfGivenUp = async ({ context, reports }: WorkerOptions, payload: unknown, { job }: JobHelpers) => {
  const { tenantId } = { ...(payload as { tenantId?: number }) }
  if (!reports || tenantId === undefined || job.attempts < job.max_attempts) return
  try {
    const scope = await systemScope(context, tenantId)
    const { id, task_identifier: task, attempts } = job
    await scope.db.transaction((tx) => reports.jobGivenUp(scope, tx, { id, task, attempts }))
  } catch (error) {
    context.log.error({ err: error, job: job.id }, 'a job that is given up was not reported to its tenant')
  }
}
