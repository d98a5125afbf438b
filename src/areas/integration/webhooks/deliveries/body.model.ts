import { withDocumentedNames } from '#kernel/contract/documented-names'
import type { OutboxEvent } from '#prisma/client'

/** The columns of an event that a body is made from. */
export type BodyEvent = Pick<OutboxEvent, 'kind' | 'entity' | 'entityId' | 'auditId' | 'occurredAt' | 'payload'>

/** The thin body: the ids of the record and of related records, without data that could be private. */
export const thinBody = (tenantKey: string, event: BodyEvent): string => JSON.stringify(envelope(tenantKey, event, {}))

/**
 * The full body: the thin one with the payload of the event and the record.
 *
 * @param record JSON text, or null; it is not parsed.
 */
export const fullBody = (tenantKey: string, event: BodyEvent, record: string | null): string => {
  const text = JSON.stringify(envelope(tenantKey, event, { Details: withDocumentedNames(event.payload) }))
  // `data` is the last member of the envelope: the two closing brackets are cut and written again after the record.
  return `${text.slice(0, -2)},"Record":${record ?? 'null'}}}`
}

const envelope = (tenantKey: string, event: BodyEvent, more: object) => ({
  type: event.kind,
  timestamp: event.occurredAt.toISOString(),
  tenantKey,
  data: {
    Entity: event.entity,
    Id: event.entityId,
    AuditId: event.auditId,
    ...idsIn(withDocumentedNames(event.payload)),
    ...more,
  },
})

const idsIn = (payload: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries((payload ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, number] => /Id$/.test(entry[0]) && typeof entry[1] === 'number',
    ),
  )

/** A body without an event, for tests and pings; IsTest is true. */
export const sampleBody = (tenantKey: string, kind: string, now: Date): string =>
  JSON.stringify({
    type: kind,
    timestamp: now.toISOString(),
    tenantKey,
    data: { Entity: kind.slice(0, kind.indexOf('.')), Id: 0, AuditId: 0, IsTest: true },
  })
