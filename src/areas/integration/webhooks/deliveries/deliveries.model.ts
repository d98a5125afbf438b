import { createHmac } from 'node:crypto'
import type { OutboxEvent } from '#prisma/client'
import { withDocumentedNames } from '#services/tenant-log/documented-names'
import { SECRET_PREFIX } from '../secrets.model.ts'

/** The columns of an event that a body is made from. */
export type BodyEvent = Pick<OutboxEvent, 'kind' | 'entity' | 'entityId' | 'auditId' | 'occurredAt' | 'payload'>

/** Returns the thin body: the ids of the record and of related records, without data that could be private. */
export const writeThinBody = (tenantKey: string, event: BodyEvent): string =>
  JSON.stringify(envelope(tenantKey, event, {}))

/**
 * Returns the full body: the thin one with the payload of the event and the record.
 *
 * @param record JSON text, or null; it is not parsed.
 */
export const writeFullBody = (tenantKey: string, event: BodyEvent, record: string | null): string => {
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

/** Returns a body without an event, for tests and pings; IsTest is true. */
export const writeSampleBody = (tenantKey: string, kind: string, now: Date): string =>
  JSON.stringify({
    type: kind,
    timestamp: now.toISOString(),
    tenantKey,
    data: { Entity: kind.slice(0, kind.indexOf('.')), Id: 0, AuditId: 0, IsTest: true },
  })

/** What a signature covers. */
export interface SignedMessage {
  /** The webhook-id. */
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/**
 * Returns the three headers of Standard Webhooks, with one signature per secret. A receiver needs one that matches.
 * Without a secret, the message is not signed.
 */
export const signHeaders = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  ...(secrets.length > 0 && {
    'webhook-signature': secrets.map((secret) => `v1,${sign(message, secret)}`).join(' '),
  }),
})

const sign = ({ id, timestamp, body }: SignedMessage, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/**
 * Returns the webhook-id of a delivery: the same for every attempt and every replay. It contains the tenant: a receiver
 * of several tenants must not take deliveries of two for the same one.
 */
export const makeMessageId = ({ tenantId, id }: { tenantId: number; id: number | bigint }): string =>
  `msg_${tenantId}_${id}`

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The waits between the attempts of a delivery, from the first failure on: about three days in all. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** The fraction of a wait that is added or subtracted at random, so that deliveries that failed together do not retry together. */
const JITTER = 0.1
const MAX_RETRY_AFTER = DAY

/** A webhook that has only failed for this long is paused. Paused deliveries that are older are dropped. */
export const GIVE_UP_MS = 5 * DAY

/**
 * Returns the milliseconds until the next attempt; null if there is none.
 *
 * @param failures of the delivery, this one included.
 * @param retryAfter milliseconds requested by the receiver; limited to a day.
 * @param random from 0 to 1.
 */
export const waitBeforeRetry = (failures: number, retryAfter: number, random: number): number | null => {
  const wait = WAITS[failures - 1]
  if (wait === undefined) return null
  return Math.max(Math.round(wait * (1 + JITTER * (2 * random - 1))), Math.min(retryAfter, MAX_RETRY_AFTER))
}
