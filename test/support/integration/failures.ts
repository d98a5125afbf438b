import { failureEvents } from '#areas/integration/logs/failures/failures.subscriber'
import { deliverEvent } from '#kernel/outbox/deliver'
import { covers } from '#kernel/outbox/subscriber'
import { withRows } from '#kernel/tenancy/tenant-db'
import { type Clock, systemClock } from '#kernel/time/clock'
import type { TestApp } from '../build-app.ts'

/** A failure in the log of a tenant. */
export interface LoggedFailure {
  kind: string | undefined
  level: number
  type: string
  /** The record: its kind and key. */
  of: string | null
  message: string
  details: unknown
}

/** Returns the failures in the log of a tenant, oldest first, after the events of the tenant are delivered to it once. */
export const failuresIn = async (
  server: TestApp,
  tenantId: number,
  clock: Clock = systemClock,
): Promise<LoggedFailure[]> => {
  await deliverFailures(server, tenantId, clock)
  const { system } = server.database
  const found = await system.logEvent.findMany({ where: { tenantId, source: 'Server' }, orderBy: { id: 'asc' } })
  return found.map(({ tags, level, logType: type, entityType, entityKey, message, details }) => ({
    kind: tags[0],
    level,
    type,
    message,
    of: entityType && `${entityType} ${entityKey}`,
    details: JSON.parse(details ?? 'null'),
  }))
}

const deliverFailures = async ({ app, database }: TestApp, tenantId: number, clock: Clock): Promise<void> => {
  const context = { database, clock, log: app.log }
  const events = await database.system.outboxEvent.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })
  const matching = events.filter(({ kind }) => failureEvents.kinds.some((pattern) => covers(pattern, kind)))
  const wanted = await failureEvents.filter?.(withRows(database.system), matching)
  for (const { id } of wanted ?? [])
    await deliverEvent(context, [failureEvents], { subscriber: failureEvents.name, tenantId, eventId: String(id) })
}
