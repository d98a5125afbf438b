const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Pauses between the attempts of a delivery, the first behind the first failure: about three days together. */
const PAUSES = [
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

/** Parts of a pause that chance adds or takes, so that what failed together does not come back together. */
const JITTER = 0.1
const LONGEST_WISH = DAY

/** Failures alone for so long pause a webhook; what a pause holds back is dropped when it is older. */
export const GIVE_UP_MS = 5 * DAY

/**
 * Milliseconds until a delivery is tried again; null where it is given up.
 * @param failures of the delivery so far, this one included.
 * @param retryAfter what the receiver asked for, kept up to a day.
 * @param chance from 0 to 1.
 */
export const pauseBefore = (failures: number, retryAfter: number, chance: number): number | null => {
  const pause = PAUSES[failures - 1]
  if (pause === undefined) return null
  return Math.max(Math.round(pause * (1 + JITTER * (2 * chance - 1))), Math.min(retryAfter, LONGEST_WISH))
}
