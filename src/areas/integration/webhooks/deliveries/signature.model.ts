import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new signing secret as Standard Webhooks writes it: `whsec_` and base64. */
export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** What is signed: the webhook-id, the instant in seconds since 1970, and the body. */
export interface Signed {
  id: string
  timestamp: number
  body: string
}

/**
 * The three headers of Standard Webhooks, with a signature by each of the secrets: the receiver takes the delivery where
 * one of them fits.
 */
export const signedHeaders = (signed: Signed, secrets: readonly string[]): Record<string, string> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${sign(signed, secret)}`).join(' '),
})

const sign = ({ id, timestamp, body }: Signed, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/** The webhook-id of a delivery: the same at each attempt, each replay included. */
export const messageId = (deliveryId: number): string => `msg_${deliveryId}`
