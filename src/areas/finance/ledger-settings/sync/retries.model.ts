const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits before the next attempt, if the ledger does not respond: about a day in all. */
const WAITS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR] as const

/** Returns the milliseconds until the next attempt; null if there is none. @param attempts so far. */
export const waitBeforeAttempt = (attempts: number): number | null => WAITS[attempts - 1] ?? null
