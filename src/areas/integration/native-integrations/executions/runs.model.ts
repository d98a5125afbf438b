import type { JobSpec } from '#kernel/jobs/enqueue'
import type { LogEvent } from '#services/tenant-log/log-events'
import { appOf } from '../catalog/catalog.model.ts'
import type { Integration } from '../native-integrations.model.ts'
import type { ClaimedExecution } from './executions.sql.ts'

/** The job that performs the due runs of an integration. */
export const RUN_NATIVE = 'native.run'

/** Returns the job of an integration. It replaces a waiting one, and its queue runs one at a time. */
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

const LEVELS = { Pending: 'Warning', Succeeded: 'Information', Failed: 'Error' } as const

/** Describes the result of an attempt for the tenant's log. The message of a run contains no secret and no record. */
export const describeRun = (
  integration: Integration,
  { executionId, trigger, number, attempts }: Pick<ClaimedExecution, 'executionId' | 'trigger' | 'number' | 'attempts'>,
  { status, message }: { status: keyof typeof LEVELS; message: string },
): LogEvent => {
  const { name } = appOf(integration)
  return {
    level: LEVELS[status],
    logType: 'Integration',
    message: `${name}: ${message}${status === 'Pending' ? ' The run will be repeated.' : ''}`,
    entityType: 'nativeintegration',
    entityKey: String(integration.id),
    source: 'Native integrations',
    destination: integration.connector?.name ?? null,
    tags: [integration.appId, trigger],
    details: JSON.stringify({ ExecutionId: executionId, Trigger: trigger, Number: number, Attempts: attempts }),
  }
}
