import { Worker } from 'node:worker_threads'
import { tooManyRequests, unavailable } from '../errors/problem.ts'
import { openResult, type ThreadMessage } from './messages.ts'
import { processorTime } from './processor-time.ts'
import { type TaskLimits, watchTask } from './task-limits.ts'
import type { ThreadTask } from './thread-task.ts'
import { Turns } from './turns.ts'

/** A task took more processor time or memory than the thread may use; the thread was ended. */
export class ThreadOverrun extends Error {
  override readonly name = 'ThreadOverrun'
}

interface Waiting {
  name: string
  input: unknown
  /** Throws what the task has thrown. */
  settle(value: () => unknown): void
}

interface Running {
  worker: Worker
  isReady: boolean
  /** As the system counts threads; undefined if it does not show them. */
  threadId: number | undefined
  current: Waiting | undefined
  stopWatching: (() => void) | undefined
}

export interface ThreadLimits extends TaskLimits {
  /** Tasks of one subject that may wait. */
  maxWaiting: number
}

const LIMITS: ThreadLimits = { taskMs: 5000, wallMs: 30_000, maxWaiting: 200 }
const MAX_MEMORY_MB = 256

export interface Thread {
  /**
   * Performs a task in the thread.
   *
   * @param subject for whom: the subjects take turns, so that the tasks of one tenant do not delay another's.
   * @throws ThreadOverrun, a Problem of the task, 429 if too many tasks of the subject wait, 503 if the machine is too busy.
   */
  run<I, O>(subject: string, task: ThreadTask<I, O>, input: I): Promise<O>
  /** Starts the thread before its first task. Resolves when it has loaded its code; a task reports why it could not. */
  warm(): Promise<void>
}

/**
 * Opens a thread, which starts with its first task if it is not warm. It keeps the process alive only while tasks wait or run.
 *
 * @param timeOf returns the processor time of a thread in milliseconds, where it can be read.
 */
export const openThread = (
  start: () => Worker,
  limits: ThreadLimits = LIMITS,
  timeOf: (threadId: number | undefined) => number | undefined = processorTime,
): Thread => new TaskThread(start, limits, timeOf)

class TaskThread implements Thread {
  readonly #start: () => Worker
  readonly #limits: ThreadLimits
  readonly #timeOf: (threadId: number | undefined) => number | undefined
  readonly #waiting = new Turns<Waiting>()
  readonly #warming: (() => void)[] = []
  #running: Running | undefined

  constructor(start: () => Worker, limits: ThreadLimits, timeOf: (threadId: number | undefined) => number | undefined) {
    this.#start = start
    this.#limits = limits
    this.#timeOf = timeOf
  }

  run<I, O>(subject: string, { name }: ThreadTask<I, O>, input: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      const { maxWaiting } = this.#limits
      if (this.#waiting.count(subject) >= maxWaiting)
        return reject(tooManyRequests(1, `${maxWaiting} tasks of this tenant are waiting. Send fewer at once.`))
      this.#waiting.add(subject, { name, input, settle: settler(resolve, reject) })
      this.#proceed()
    })
  }

  warm(): Promise<void> {
    return new Promise((resolve) => {
      this.#running ??= this.#launch()
      if (this.#running.isReady) resolve()
      else this.#warming.push(resolve)
    })
  }

  #proceed(): void {
    if (this.#waiting.isEmpty) return
    this.#running ??= this.#launch()
    const running = this.#running
    if (!running.isReady || running.current) return
    const next = this.#waiting.take()
    if (next) this.#perform(running, next)
  }

  #perform(running: Running, next: Waiting): void {
    const { worker } = running
    running.current = next
    worker.ref()
    const end = (isBusy: boolean) => {
      if (running.current === next) this.#end(running, isBusy ? tooBusy() : overrun(next, this.#limits))
    }
    running.stopWatching = watchTask(this.#limits, () => this.#timeOf(running.threadId), end)
    try {
      worker.postMessage({ name: next.name, input: next.input })
    } catch (error) {
      this.#finish(running, () => {
        throw error
      })
    }
  }

  #finish(of: Running, value: () => unknown): void {
    const { current } = of
    of.stopWatching?.()
    of.current = undefined
    current?.settle(value)
    if (this.#waiting.isEmpty) of.worker.unref()
    this.#proceed()
  }

  /** Ends a thread. Its current task fails, and if it has not started, all that wait do. */
  #end(of: Running, error: Error): void {
    if (this.#running !== of) return
    this.#running = undefined
    this.#endWarming()
    void of.worker.terminate()
    const fail = () => {
      throw error
    }
    if (!of.isReady) for (let one = this.#waiting.take(); one; one = this.#waiting.take()) one.settle(fail)
    this.#finish(of, fail)
  }

  #endWarming(): void {
    for (const resolve of this.#warming.splice(0)) resolve()
  }

  #launch(): Running {
    const worker = this.#start()
    const own: Running = { worker, isReady: false, threadId: undefined, current: undefined, stopWatching: undefined }
    listen(worker, {
      ready: (threadId) => {
        own.isReady = true
        own.threadId = threadId
        this.#endWarming()
        if (this.#waiting.isEmpty) worker.unref()
        this.#proceed()
      },
      result: (value) => {
        if (this.#running === own) this.#finish(own, value)
      },
      ended: (error) => this.#end(own, error),
    })
    return own
  }
}

interface Listener {
  ready(threadId: number | undefined): void
  /** @param value throws what the task has thrown. */
  result(value: () => unknown): void
  ended(error: Error): void
}

const listen = (worker: Worker, { ready, result, ended }: Listener): void => {
  worker.on('message', (message: ThreadMessage) =>
    'ready' in message ? ready(message.threadId) : result(() => openResult(message)),
  )
  worker.on('error', (error: Error & { code?: string }) =>
    ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadOverrun('The task needs too much memory') : error),
  )
  worker.on('exit', () => ended(new Error('The thread has ended')))
}

const overrun = ({ name }: Waiting, { taskMs }: ThreadLimits): ThreadOverrun =>
  new ThreadOverrun(`${name} took more than ${taskMs} ms of the processor`)

const tooBusy = () => unavailable('The server is too busy for this work now. Try again later.')

const settler =
  <O>(resolve: (value: O) => void, reject: (error: unknown) => void) =>
  (value: () => unknown): void => {
    try {
      resolve(value() as O)
    } catch (error) {
      reject(error)
    }
  }

const resourceLimits = { maxOldGenerationSizeMb: MAX_MEMORY_MB }

/** Starts the built thread, whose entry is in the folder of all bundled code. */
const startBuilt = (): Worker => new Worker(new URL('thread.js', import.meta.url), { resourceLimits })

/** Starts the thread without a build, as in tests: it first installs the loader of TypeScript. */
const startSource = (): Worker => {
  const entry = JSON.stringify(new URL('../../thread.ts', import.meta.url))
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${entry}) })`
  return new Worker(program, { eval: true, resourceLimits })
}

const shared = openThread(import.meta.url.endsWith('.ts') ? startSource : startBuilt)

/** Performs a task of a tenant in the thread of this process, as `run` of Thread does. */
export const inThread = <I, O>({ tenant }: { tenant: { id: number } }, task: ThreadTask<I, O>, input: I): Promise<O> =>
  shared.run(`tenant:${tenant.id}`, task, input)

/** Starts the thread of this process, so that its first task need not wait for the code. */
export const warmThread = (): Promise<void> => shared.warm()

/** Performs tasks in the thread, in turns that its maker has chosen. */
export type InThread = <I, O>(task: ThreadTask<I, O>, input: I) => Promise<O>

/** Does the same for work that belongs to no tenant. */
export const inThreadOfInstallation = <I, O>(task: ThreadTask<I, O>, input: I): Promise<O> =>
  shared.run('installation', task, input)

/** Does the same for a job, whose tasks take turns with those of requests. */
export const inThreadForJob = <I, O>({ tenant }: { tenant: { id: number } }, task: ThreadTask<I, O>, input: I) =>
  shared.run(`job:${tenant.id}`, task, input)
