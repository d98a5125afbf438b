import { createHmac } from 'node:crypto'
import { SECRET_PREFIX } from '../secrets/secrets.model.ts'

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
export const signedHeaders = (message: SignedMessage, secrets: readonly string[]): Record<string, string> => ({
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
 * The webhook-id of a delivery: the same for every attempt and every replay. It contains the tenant: a receiver of several
 * tenants must not take deliveries of two for the same one.
 */
export const messageId = ({ tenantId, id }: { tenantId: number; id: number | bigint }): string =>
  `msg_${tenantId}_${id}`
