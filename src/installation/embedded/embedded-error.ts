import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The embedded database cannot be used. The message says what happened and, in `advice`, what to do about it. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError'
  readonly advice: string

  constructor(what: string, advice: string, cause?: unknown) {
    super(`${what}\n${advice}`, cause === undefined ? undefined : { cause })
    this.advice = advice
  }
}

/** The way out that always works, as the last line of an advice. */
export const useAnotherServer =
  'Or set DATABASE_URL to a PostgreSQL server of your own (15 or newer); then nothing is embedded.'

/** The last lines of a log file from byte `from` on, for an error message; empty when there is none. */
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
