import type { PublicLogEventInput } from '#contract/integration/logs'
import type { DailyQuotas } from '#kernel/http/daily-quotas'
import type { Scope } from '#kernel/tenancy/scope'
import { addLogEvents } from '#services/tenant-log/log-events'
import { makePublicEvent } from './public-events.model.ts'

/** Events of web pages that a tenant stores per day (UTC): many addresses together could fill its log. */
const QUOTA = { name: 'public-log', limit: 10_000 } as const

/**
 * Writes an error of a web page to the log, unless the tenant has reached the quota of the day. The day is that of the request:
 * an event can be dated a day earlier.
 */
export const acceptPublicEvent = async (
  scope: Scope,
  quotas: DailyQuotas,
  sent: PublicLogEventInput,
  agent: string | undefined,
): Promise<void> => {
  const now = scope.clock.now()
  if (!(await quotas.take({ ...QUOTA, tenantId: scope.db.tenantId }, now))) return
  const event = makePublicEvent(sent, agent, now)
  await scope.db.transaction((tx) => addLogEvents(scope, tx, [event]), { onDriver: true })
}
