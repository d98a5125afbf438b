import { setTimeout as pause } from 'node:timers/promises'
import { isOutdatedStatement, statementNames } from '../database/statement-names.ts'
import { sqlState } from '../errors/database-problem.ts'
import { ContactLocks } from './contact-locks.ts'

const MAX_ATTEMPTS = 3
/** The maximum wait before the first retry. */
const RETRY_MS = 100
const RETRYABLE = new Set(['40001', '40P01', 'P2034'])

/**
 * Repeats work after a deadlock, a serialization failure or a migration that made its statements outdated; and at once if it
 * found a contact locked that it had to lock earlier (ContactLocks).
 */
export const withRetry = async <T>(attempt: (locks: ContactLocks) => Promise<T>): Promise<T> => {
  let locks = new ContactLocks()
  for (let attempts = 1; ; ) {
    try {
      return await attempt(locks)
    } catch (error) {
      if (!locks.isReasonOf(error)) {
        if (attempts >= MAX_ATTEMPTS || !canBeRepeated(error)) throw error
        // The transactions that blocked each other would meet again if both retried at once.
        await pause(Math.random() * RETRY_MS * attempts)
        attempts++
      }
      locks = locks.forNextAttempt()
    }
  }
}

const canBeRepeated = (error: unknown): boolean => {
  const isOutdated = isOutdatedStatement(causeOf(error))
  // The next attempt gets a connection that has prepared nothing.
  if (isOutdated) statementNames.startGeneration()
  return isOutdated || isRetryable(error)
}

/**
 * Returns whether an error can be retried: Prisma reports P2034, the driver 40001 or 40P01, its adapter the same in its
 * cause.
 */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlState(error as Error) ?? (error as { code?: string }).code ?? ''
  return RETRYABLE.has(state)
}

/** Returns the error of the driver: its adapter puts it into the cause. */
const causeOf = (error: unknown): unknown => {
  const { cause, meta } = error as { cause?: DriverCause; meta?: { driverAdapterError?: { cause?: DriverCause } } }
  const found = cause?.originalCode === undefined ? meta?.driverAdapterError?.cause : cause
  return found?.originalCode === undefined ? error : { code: found.originalCode, message: found.originalMessage ?? '' }
}

interface DriverCause {
  originalCode?: string
  originalMessage?: string
}
