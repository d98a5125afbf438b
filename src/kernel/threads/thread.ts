import { Worker } from 'node:worker_threads'
import { tooManyRequests } from '../errors/problem.ts'
import { openResult, type ThreadMessage } from './messages.ts'
import type { ThreadTask } from './thread-task.ts'
import { Turns } from './turns.ts'

/** A task took longer than the time limit or more memory than the thread may use; the thread was ended. */
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
  current: Waiting | undefined
  timer: NodeJS.Timeout | undefined
}

export interface ThreadLimits {
  /** Milliseconds that one task may take. */
  taskMs: number
  /** Tasks of one subject that may wait. */
  maxWaiting: number
}

const LIMITS: ThreadLimits = { taskMs: 5000, maxWaiting: 200 }
const MAX_MEMORY_MB = 256

export interface Thread {
  /**
   * Performs a task in the thread.
   *
   * @param subject for whom: the subjects take turns, so that the tasks of one tenant do not delay another's.
   * @throws ThreadOverrun, a Problem of the task, 429 if too many tasks of the subject wait.
   */
  run<I, O>(subject: string, task: ThreadTask<I, O>, input: I): Promise<O>
}

/** Opens a thread, which starts with its first task. It keeps the process alive only while tasks wait or run. */
export const openThread = (start: () => Worker, { taskMs, maxWaiting }: ThreadLimits = LIMITS): Thread => {
  const waiting = new Turns<Waiting>()
  let running: Running | undefined

  const proceed = (): void => {
    if (waiting.isEmpty) return
    running ??= launch()
    if (!running.isReady || running.current) return
    const next = waiting.take()
    if (!next) return
    const { worker } = running
    running.current = next
    worker.ref()
    running.timer = setTimeout(
      () => end(running, new ThreadOverrun(`${next.name} took more than ${taskMs} ms`)),
      taskMs,
    )
    try {
      worker.postMessage({ name: next.name, input: next.input })
    } catch (error) {
      finish(running, () => {
        throw error
      })
    }
  }

  const finish = (of: Running, value: () => unknown): void => {
    const { current } = of
    clearTimeout(of.timer)
    of.current = undefined
    current?.settle(value)
    if (waiting.isEmpty) of.worker.unref()
    proceed()
  }

  /** Ends a thread. Its current task fails, and if it has not started, all that wait do. */
  const end = (of: Running | undefined, error: Error): void => {
    if (!of || running !== of) return
    running = undefined
    void of.worker.terminate()
    const fail = () => {
      throw error
    }
    if (!of.isReady) for (let one = waiting.take(); one; one = waiting.take()) one.settle(fail)
    finish(of, fail)
  }

  const launch = (): Running => {
    const worker = start()
    const own: Running = { worker, isReady: false, current: undefined, timer: undefined }
    worker.on('message', (message: ThreadMessage) => {
      if (running !== own) return
      if (!('ready' in message)) return finish(own, () => openResult(message))
      own.isReady = true
      proceed()
    })
    worker.on('error', (error: Error & { code?: string }) =>
      end(own, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadOverrun('The task needs too much memory') : error),
    )
    worker.on('exit', () => end(own, new Error('The thread has ended')))
    return own
  }

  return {
    run: <I, O>(subject: string, { name }: ThreadTask<I, O>, input: I) =>
      new Promise<O>((resolve, reject) => {
        if (waiting.count(subject) >= maxWaiting)
          return reject(tooManyRequests(1, `${maxWaiting} tasks of this tenant are waiting. Send fewer at once.`))
        waiting.add(subject, { name, input, settle: settler(resolve, reject) })
        proceed()
      }),
  }
}

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

/** The entry of the thread is in the folder of all bundled code. */
const startBuilt = (): Worker => new Worker(new URL('thread.js', import.meta.url), { resourceLimits })

/** Without a build, as in tests, the thread first installs the loader of TypeScript. */
const startSource = (): Worker => {
  const entry = JSON.stringify(new URL('../../thread.ts', import.meta.url))
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import(${entry}) })`
  return new Worker(program, { eval: true, resourceLimits })
}

const shared = openThread(import.meta.url.endsWith('.ts') ? startSource : startBuilt)

/** Performs a task of a tenant in the thread of this process, as `run` of Thread does. */
export const inThread = <I, O>({ tenant }: { tenant: { id: number } }, task: ThreadTask<I, O>, input: I): Promise<O> =>
  shared.run(`tenant:${tenant.id}`, task, input)

/** The same for work that belongs to no tenant. */
export const inThreadOfInstallation = <I, O>(task: ThreadTask<I, O>, input: I): Promise<O> =>
  shared.run('installation', task, input)

/** The same for a job, whose tasks take turns with those of requests. */
export const inThreadForJob = <I, O>({ tenant }: { tenant: { id: number } }, task: ThreadTask<I, O>, input: I) =>
  shared.run(`job:${tenant.id}`, task, input)
