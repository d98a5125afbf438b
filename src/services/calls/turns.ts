import { unavailable } from '#kernel/errors/problem'

/** Work on one subject that waits in this process. A request that waits longer than a client does is of no use. */
const MAX_WAITING = 500

/**
 * Does work on the same subject one after the other, in the order of the calls. Transactions that lock the same row would wait for
 * each other in the database, each with a connection, and leave none for the requests about anything else.
 */
export class Turns {
  readonly #last = new Map<string, { ended: Promise<unknown>; waiting: number }>()

  /** @throws 503 if too much work waits for the subject. */
  async run<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(subject)
    const waiting = (before?.waiting ?? 0) + 1
    if (waiting > MAX_WAITING) throw unavailable('Too many requests change the same record. Try again in some seconds.')
    const ended = before ? before.ended.then(work) : work()
    const turn = { ended: ended.catch(() => undefined), waiting }
    this.#last.set(subject, turn)
    try {
      return await ended
    } finally {
      const last = this.#last.get(subject)
      if (last === turn) this.#last.delete(subject)
      else if (last) last.waiting--
    }
  }
}
