import type { OutboxEvent } from '#prisma/client'

/** What a body tells of an event. */
export type ToldEvent = Pick<OutboxEvent, 'kind' | 'entity' | 'entityId' | 'auditId' | 'occurredAt' | 'payload'>

/** The ids of the record and of others that the event is about, and nothing that could be private. */
export const thinBody = (tenantKey: string, event: ToldEvent): string => JSON.stringify(envelope(tenantKey, event, {}))

/**
 * The same with all that the event tells, and the record.
 * @param record JSON text, or null; it is not parsed.
 */
export const fullBody = (tenantKey: string, event: ToldEvent, record: string | null): string => {
  const text = JSON.stringify(envelope(tenantKey, event, { Details: event.payload }))
  // Data is the last member of the whole: both end behind its last one.
  return `${text.slice(0, -2)},"Record":${record ?? 'null'}}}`
}

const envelope = (tenantKey: string, event: ToldEvent, more: object) => ({
  type: event.kind,
  timestamp: event.occurredAt.toISOString(),
  tenantKey,
  data: { Entity: event.entity, Id: event.entityId, AuditId: event.auditId, ...idsIn(event.payload), ...more },
})

const idsIn = (payload: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries((payload ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, number] => /Id$/.test(entry[0]) && typeof entry[1] === 'number',
    ),
  )

/** A body that says it is none of an event's: for tests and pings. */
export const sampleBody = (tenantKey: string, kind: string, now: Date): string =>
  JSON.stringify({
    type: kind,
    timestamp: now.toISOString(),
    tenantKey,
    data: { Entity: kind.slice(0, kind.indexOf('.')), Id: 0, AuditId: 0, IsTest: true },
  })
