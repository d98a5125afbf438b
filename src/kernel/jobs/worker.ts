import type { JobHelpers, TaskList } from 'graphile-worker'
import { type Delivery, deliverEvent, systemScope, type WorkContext } from '../outbox/deliver.ts'
import { DELIVER_EVENT, startRelay } from '../outbox/relay.ts'
import type { Subscriber } from '../outbox/subscriber.ts'
import { inSpan, type SpanRequest } from '../tracing/tracing.ts'
import { type CronTask, writeCrontab } from './cron.ts'
import type { FailureReports } from './failure-reports.ts'
import { type JobRunner, type RunnerState, startRunner } from './job-runner.ts'
import type { Task } from './task.ts'
import { unknownJobs } from './unknown-jobs.ts'

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
  runners(): RunnerState[]
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

const RELAY_INTERVAL_MS = 250

export const startWorker = async (given: WorkerOptions): Promise<Worker> => {
  const known = [...Object.keys(taskList(given)), ...Object.keys(given.waitingTasks ?? {})]
  const options = { ...given, cron: [...given.cron, unknownJobs(known)] }
  const { context, subscribers } = options
  const runner = await startRunner({
    ...options,
    name: 'jobs',
    tasks: taskList(options),
    times: writeCrontab(options.cron),
  })
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
    runners: () => [runner.state(), ...(waiting ? [waiting.state()] : [])],
    stop: async () => {
      await relay.stop()
      await Promise.all([runner.stop(), waiting?.stop(), ...loops.map((loop) => loop.stop())])
    },
  }
}

const startWaiting = async (options: WorkerOptions): Promise<JobRunner | undefined> =>
  options.waitingTasks &&
  startRunner({ ...options, name: 'waiting', tasks: listOf(options, options.waitingTasks), times: '' })

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
      if (await isOfRemovedTenant(options, payload, helpers)) return
      await reportIfGivenUp(options, payload, helpers)
      throw error
    }
  }

/** Returns the span of a job, whose parent is the request or job that caused it. */
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

/** Returns whether the tenant of a job was removed: the job ends, because it would fail in all of its attempts. */
const isOfRemovedTenant = async (
  { context }: WorkerOptions,
  payload: unknown,
  { job }: JobHelpers,
): Promise<boolean> => {
  const { tenantId } = { ...(payload as { tenantId?: number }) }
  if (typeof tenantId !== 'number') return false
  const count = await context.database.system.tenant.count({ where: { id: tenantId } }).catch(() => undefined)
  if (count !== 0) return false
  context.log.warn({ job: job.id, task: job.task_identifier, tenantId }, 'a job of a removed tenant ends')
  return true
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
