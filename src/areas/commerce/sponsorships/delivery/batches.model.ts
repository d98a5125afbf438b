/** A value and the caller that waits for its result. */
interface Waiting<T, R> {
  value: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

interface Batch<C, T, R> {
  /** That of the first value. */
  context: C
  waiting: Waiting<T, R>[]
}

/**
 * Collects values by key for a short time, and handles those of a key at once. A caller gets its result when its batch was
 * handled, or the error of its batch.
 */
export class Batches<C, T, R> {
  readonly #open = new Map<number, Batch<C, T, R>>()
  readonly #milliseconds: number
  readonly #handle: (context: C, values: readonly T[]) => Promise<readonly R[]>

  /** @param handle returns one result for each value, in the same order. */
  constructor(milliseconds: number, handle: (context: C, values: readonly T[]) => Promise<readonly R[]>) {
    this.#milliseconds = milliseconds
    this.#handle = handle
  }

  add(key: number, context: C, value: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const batch = this.#open.get(key) ?? this.#start(key, context)
      batch.waiting.push({ value, resolve, reject })
    })
  }

  #start(key: number, context: C): Batch<C, T, R> {
    const batch: Batch<C, T, R> = { context, waiting: [] }
    this.#open.set(key, batch)
    setTimeout(() => {
      this.#open.delete(key)
      void this.#finish(batch)
    }, this.#milliseconds)
    return batch
  }

  async #finish({ context, waiting }: Batch<C, T, R>): Promise<void> {
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
