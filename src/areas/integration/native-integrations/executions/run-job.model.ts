import type { JobSpec } from '#kernel/jobs/enqueue'

/** The job that performs the due runs of an integration. */
export const RUN_NATIVE = 'native.run'

/** A waiting job of the integration is replaced, and its queue runs one at a time. */
export const runJob = (tenantId: number, integrationId: number, runAt: Date): JobSpec => ({
  name: RUN_NATIVE,
  payload: { tenantId, integrationId },
  key: `native:${integrationId}`,
  queue: `native:${tenantId}:${integrationId}`,
  runAt,
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The waits before the next attempt of a run: about a day in all. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const
/** The longest wait that the other side can ask for. */
const MAX_WAIT = 24 * HOUR

/** Returns the milliseconds until the next attempt; null if there is none. @param attempts so far. */
export const waitBeforeAttempt = (attempts: number, retryAfter: number): number | null => {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? null : Math.min(Math.max(wait, retryAfter), MAX_WAIT)
}
