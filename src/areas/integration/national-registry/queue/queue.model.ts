import type { JobSpec } from '#kernel/jobs/enqueue'
import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** The job that exchanges changes with the registry of a tenant. */
export const EXCHANGE_CHANGES = 'registry.exchange'

/** Returns the job of a tenant. It replaces a waiting one, and its queue runs one at a time. */
export const registryJob = (tenantId: number, runAt?: Date): JobSpec => ({
  name: EXCHANGE_CHANGES,
  payload: { tenantId },
  key: `registry:${tenantId}`,
  queue: `registry:${tenantId}`,
  ...(runAt && { runAt }),
})

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The waits before the next attempt: ten attempts in about two days. */
const WAITS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR] as const

/** Returns the milliseconds until the next attempt; null after the last one. @param attempts so far. */
export const waitBeforeAttempt = (attempts: number): number | null => WAITS[attempts - 1] ?? null

/** How often the changes of an online registry are requested. */
export const RECEIVE_EVERY_MS = 5 * MINUTE

/** The failures of the exchange with the national registry. */
export const registryFailures = {
  unavailable: {
    name: 'registryUnavailable',
    level: 'Warning',
    logType: 'NationalRegistry',
    entityType: null,
    meaning: 'The changes of the national registry could not be received.',
    remedy: 'The server tries again every few minutes. Check the settings of the association sync if it continues.',
  },
  givenUp: {
    name: 'registryGivenUp',
    level: 'Error',
    logType: 'NationalRegistry',
    entityType: 'registryevent',
    meaning: 'A change was not sent to the national registry, or a received one not applied, and is not retried.',
    remedy: 'Correct what the reason names. The next change of the contact is sent.',
  },
} as const satisfies Record<string, FailureKind>
