import type pg from 'pg'
import { sqlState } from '../errors/database-problem.ts'
import { isRetryable } from './retry.ts'

/** PostgreSQL rejects every statement of a transaction after one that failed. */
const ABORTED = '25P02'

/**
 * The first statement of a transaction that PostgreSQL rejected. Of statements that run in parallel, the work can see the
 * rejection of a later one first, which says only that the transaction is aborted; and work that ignores an error would seem
 * to be committed. It listens to the connection, so that statements that succeed cost nothing.
 */
export class FirstFailure {
  #error: Error | undefined
  #stop: (() => void) | undefined

  /** Starts with the connection that a transaction gets. */
  watch({ connection }: pg.PoolClient): void {
    const keep = (error: Error) => {
      this.#error ??= error
    }
    connection.on('errorMessage', keep)
    this.#stop = () => void connection.removeListener('errorMessage', keep)
  }

  /** Ends when the connection is given back. */
  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** Returns the error that ended the transaction, of which its work reports one. */
  reasonOf(reported: unknown): unknown {
    return this.#error && sqlState(reported as Error) === ABORTED ? this.#error : reported
  }

  /**
   * Rejects the end of work that ignored a failure: PostgreSQL responds to COMMIT with ROLLBACK then, not with an error.
   *
   * @throws the failure if the transaction can be repeated, else an error that names it as its cause.
   */
  requireNone(): void {
    if (!this.#error) return
    if (isRetryable(this.#error)) throw this.#error
    throw new Error('Nothing was committed: a statement failed and its error was ignored.', { cause: this.#error })
  }
}
