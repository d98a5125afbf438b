const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The waits between the attempts of a delivery, from the first failure on: about three days in all. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** The fraction of a wait that is added or subtracted at random, so that deliveries that failed together do not retry together. */
const JITTER = 0.1
const MAX_RETRY_AFTER = DAY

/** A webhook that has only failed for this long is paused. Paused deliveries that are older are dropped. */
export const GIVE_UP_MS = 5 * DAY

/**
 * Returns the milliseconds until the next attempt; null if there is none.
 *
 * @param failures of the delivery, this one included.
 * @param retryAfter milliseconds requested by the receiver; limited to a day.
 * @param random from 0 to 1.
 */
export const waitBeforeRetry = (failures: number, retryAfter: number, random: number): number | null => {
  const wait = WAITS[failures - 1]
  if (wait === undefined) return null
  return Math.max(Math.round(wait * (1 + JITTER * (2 * random - 1))), Math.min(retryAfter, MAX_RETRY_AFTER))
}
