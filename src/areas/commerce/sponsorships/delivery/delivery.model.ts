/** Spots whose turns are remembered. */
const MAX_SPOTS = 20_000

/**
 * Gives the ads of each spot their turns: a round contains each active ad once, in an order drawn by lot. So the shares of
 * ads that are active together differ by one view at most, in each process, and visitors who load several pages do not see
 * the ads in step. An ad that ended is left out at once; a new one takes part from the next round.
 */
export class Rotation {
  readonly #rounds = new Map<string, number[]>()
  readonly #random: () => number

  /** @param random from 0 to below 1. */
  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  /** Returns the ad whose turn it is; undefined if none is active. @param spot identifies the spot and its tenant. */
  next(spot: string, active: readonly number[]): number | undefined {
    if (active.length < 2) return active[0]
    const isActive = new Set(active)
    const left = (this.#rounds.get(spot) ?? []).filter((ad) => isActive.has(ad))
    const round = left.length > 0 ? left : this.#shuffled(active)
    const ad = round.pop()
    if (!this.#rounds.has(spot) && this.#rounds.size >= MAX_SPOTS) this.#rounds.clear()
    this.#rounds.set(spot, round)
    return ad
  }

  /** Fisher and Yates. */
  #shuffled(ads: readonly number[]): number[] {
    const order = [...ads]
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(this.#random() * (last + 1))
      const one = order[last] ?? 0
      const two = order[other] ?? 0
      order[last] = two
      order[other] = one
    }
    return order
  }
}

/** A value and the caller that waits for its result. */
interface Waiting<T, R> {
  value: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

interface Queue<C, T, R> {
  /** That of the latest value. */
  context: C
  waiting: Waiting<T, R>[]
  /** Batches that are being handled. */
  running: number
  /** Closes the open batch at the latest; unset if there is no open batch. */
  timer: NodeJS.Timeout | undefined
}

/**
 * Handles values by key in batches: those that come while a batch is being handled form the next one. A batch is open for
 * a maximum time, then it is handled although the one before is not finished. A caller gets its result when its batch was
 * handled, or the error of its batch.
 */
export class Batches<C, T, R> {
  readonly #queues = new Map<number, Queue<C, T, R>>()
  readonly #maxMs: number
  readonly #handle: (context: C, values: readonly T[]) => Promise<readonly R[]>

  /** @param handle returns one result for each value, in the same order. */
  constructor(maxMs: number, handle: (context: C, values: readonly T[]) => Promise<readonly R[]>) {
    this.#maxMs = maxMs
    this.#handle = handle
  }

  add(key: number, context: C, value: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key) ?? { context, waiting: [], running: 0, timer: undefined }
      this.#queues.set(key, queue)
      queue.context = context
      queue.waiting.push({ value, resolve, reject })
      // Without a batch in progress, requests that arrived together still share one.
      queue.timer ??= setTimeout(() => void this.#flush(key, queue), queue.running === 0 ? 0 : this.#maxMs)
    })
  }

  async #flush(key: number, queue: Queue<C, T, R>): Promise<void> {
    clearTimeout(queue.timer)
    queue.timer = undefined
    const { context, waiting } = queue
    queue.waiting = []
    queue.running++
    await this.#finish(context, waiting)
    queue.running--
    if (queue.waiting.length > 0) return this.#flush(key, queue)
    if (queue.running === 0) this.#queues.delete(key)
  }

  async #finish(context: C, waiting: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await this.#handle(
        context,
        waiting.map(({ value }) => value),
      )
      for (const [at, { resolve }] of waiting.entries()) resolve(results[at] as R)
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }
}
