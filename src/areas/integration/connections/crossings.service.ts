import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { addLogEvents, type LogEvent } from '#services/tenant-log/log-events'

/** Something that crossed from one tenant to another, or was kept from it. */
export interface Crossing {
  message: string
  level?: LogEvent['level']
  /** The other tenant: its key. */
  other: string
  /** Whether it came from the other tenant. */
  isIncoming: boolean
  /** The connection or exchange here. */
  entity?: { type: 'connection' | 'exchange'; id: number }
  /** The contacts here that it concerns. */
  contactIds?: readonly number[]
}

/** Writes a crossing to the log of this tenant, in the transaction that sends or receives it. */
export const logCrossing = (scope: Scope, tx: SqlRunner, crossing: Crossing): Promise<void> => {
  const { message, level = 'Information', other, isIncoming, entity, contactIds } = crossing
  const own = scope.tenant.key
  const event: LogEvent = {
    level,
    logType: 'Exchange',
    message,
    source: isIncoming ? other : own,
    destination: isIncoming ? own : other,
    ...(entity && { entityType: entity.type, entityKey: String(entity.id) }),
    ...(contactIds && contactIds.length > 0 && { details: JSON.stringify({ ContactIds: contactIds }) }),
  }
  return addLogEvents(scope, tx, [event])
}
