import type { PublicLogEventInput } from '#contract/integration/logs'
import type { Scope } from '#kernel/tenancy/scope'
import { BROWSER_TYPE } from '../tenant-log/tenant-log.model.ts'
import { addLogEvents } from '../tenant-log/tenant-log.service.ts'
import { countOfDaySql } from '../tenant-log/tenant-log.sql.ts'
import { publicEvent } from './public-events.model.ts'

/** Events of web pages that a tenant stores per day (UTC): many addresses together could fill its log. */
const MAX_PER_DAY = 10_000

/** Writes an error of a web page to the log, unless the tenant has reached the limit of the day. */
export const acceptPublicEvent = async (
  scope: Scope,
  sent: PublicLogEventInput,
  agent: string | undefined,
): Promise<void> => {
  const now = scope.clock.now()
  const [stored] = await scope.db.rows<{ n: number }>(countOfDaySql(scope.db.tenantId, BROWSER_TYPE, now))
  if ((stored?.n ?? 0) >= MAX_PER_DAY) return
  const event = publicEvent(sent, agent, now)
  await scope.db.transaction((tx) => addLogEvents(scope, tx, [event]), { onDriver: true })
}
