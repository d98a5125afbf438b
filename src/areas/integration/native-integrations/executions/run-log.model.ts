import type { LogEvent } from '#services/tenant-log/log-events'
import { appOf } from '../catalog/catalog.model.ts'
import type { Integration } from '../native-integrations.model.ts'
import type { ClaimedExecution } from './executions.sql.ts'

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
