import { addDays, type Day } from '#kernel/time/calendar'

/** The job that collects a part. */
export const COLLECT_PART = 'collect_part'

/** Days from a failed attempt to the next one. After the last attempt, only a later part or another token starts new ones. */
const RETRY_DAYS = [3, 5, 7]

/** Returns the day of the next attempt; null if there is none. @param failures attempts that failed with the same token. */
export const nextAttempt = (failures: number, today: Day): Day | null => {
  const days = RETRY_DAYS[failures - 1]
  return days === undefined ? null : addDays(today, days)
}

/** The key of the charge of an attempt: the processor charges once for it, and a repeat finds the charge. */
export const chargeKeyOf = (collectionId: number): string => `plan-part:${collectionId}`
