import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { OperatorError } from '#kernel/errors/operator-error'

/** The embedded database cannot be used. The message states the error and, in `advice`, what to do. */
export class EmbeddedDatabaseError extends OperatorError {
  override readonly name = 'EmbeddedDatabaseError'
  readonly advice: string

  constructor(what: string, advice: string, cause?: unknown) {
    super(`${what}\n${advice}`, cause === undefined ? undefined : { cause })
    this.advice = advice
  }
}

/** The alternative that always works, as the last line of the advice. */
export const useAnotherServer = 'Or set DATABASE_URL to your own PostgreSQL server (15 or newer).'

/** The last lines of a log file from byte `from` on, for an error message; empty if there are none. */
export function tail(path: string, from = 0, limit = 4000): string {
  try {
    const file = openSync(path, 'r')
    try {
      const size = fstatSync(file).size
      const start = Math.max(from, size - limit)
      const buffer = Buffer.alloc(Math.max(0, size - start))
      readSync(file, buffer, 0, buffer.length, start)
      return buffer.toString('utf8').trim()
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
