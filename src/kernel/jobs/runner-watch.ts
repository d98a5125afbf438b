import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'

/** A job counts as running for this time after its end: the library is marking it as done. */
const MARK_MS = 2000
/** An idle worker looks for jobs every second. Without a look for this time its connection does not respond. */
const STALL_MS = 30_000

/** A look of a worker for jobs. */
interface Look {
  /** Milliseconds of the process's own clock (performance.now()). */
  at: number
}

/** Follows one runner of the library by its events, because its promises can stay pending. */
export class RunnerWatch {
  readonly events: WorkerEvents = new EventEmitter()
  readonly #concurrency: number
  readonly #look: Look
  readonly #running = new Set<string>()
  readonly #marking = new Set<string>()
  #pool: string | undefined
  #stallsFrom = performance.now()
  #hasLooked = false
  #hasFailedFirst = false
  #endBegan: number | undefined

  /** @param look of the runner that it replaces, or of the start. */
  constructor(concurrency: number, look: Look) {
    this.#concurrency = concurrency
    this.#look = look
    const { events } = this
    events.on('pool:create', ({ workerPool }) => {
      this.#pool = workerPool.id
    })
    events.on('job:start', ({ job }) => {
      this.#looked()
      this.#running.add(job.id)
    })
    events.on('worker:getJob:empty', () => this.#looked())
    events.on('worker:getJob:error', () => {
      this.#hasFailedFirst ||= !this.#hasLooked
    })
    events.on('job:complete', ({ job }) => this.#ended(job.id))
    for (const end of ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'stop'] as const)
      events.on(end, () => {
        this.#endBegan ??= performance.now()
      })
  }

  /** The name with which its jobs are locked. */
  get pool(): string | undefined {
    return this.#pool
  }

  /** The jobs that it runs, or is marking as done. */
  get jobs(): string[] {
    return [...this.#running, ...this.#marking]
  }

  /** The workers that run no job. */
  get free(): number {
    return Math.max(0, this.#concurrency - this.#running.size)
  }

  /** Milliseconds since its end began; undefined before. */
  get endingFor(): number | undefined {
    return this.#endBegan === undefined ? undefined : performance.now() - this.#endBegan
  }

  /**
   * Whether it no longer looks for jobs: its first look has failed, whose error the library keeps and gives to all later ones,
   * or workers that run no job have not looked for too long.
   */
  get isStalled(): boolean {
    return this.#hasFailedFirst || (this.free > 0 && performance.now() - this.#stallsFrom > STALL_MS)
  }

  #looked(): void {
    this.#hasLooked = true
    this.#look.at = performance.now()
    this.#stallsFrom = this.#look.at
  }

  #ended(id: string): void {
    this.#running.delete(id)
    this.#stallsFrom = performance.now()
    this.#marking.add(id)
    void setTimeout(MARK_MS, undefined, { ref: false }).then(() => this.#marking.delete(id))
  }
}
