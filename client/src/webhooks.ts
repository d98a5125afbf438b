import type { WebhookRecords, WebhookType } from './generated/facts.ts'

type RecordOf<Type extends string> = Type extends `${infer Kind}.${string}`
  ? Kind extends keyof WebhookRecords
    ? WebhookRecords[Kind]
    : Readonly<Record<string, unknown>>
  : never

/** The record of an event, and the ids of related records, such as ContactId. */
export interface WebhookData<Type extends WebhookType> {
  Entity: string
  /** 0 in a test delivery. */
  Id: number
  AuditId: number
  /** True in a test delivery. */
  IsTest?: boolean
  /** Payload of the event, only in the full style. */
  Details?: Readonly<Record<string, unknown>> | null
  /** The record, only in the full style; null if it no longer exists, or is never sent. */
  Record?: RecordOf<Type> | null
  [id: `${string}Id`]: number | undefined
}

/** An event of one type. */
export interface WebhookEventOf<Type extends WebhookType> {
  type: Type
  timestamp: string
  tenantKey: string
  data: WebhookData<Type>
}

/** An event as a webhook receives it: `type` narrows it. A newer server can send further types: ignore them. */
export type WebhookEvent = { [Type in WebhookType]: WebhookEventOf<Type> }[WebhookType]

/** The headers of a delivery: those of a Request, or those of Node's IncomingMessage. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookDelivery {
  headers: WebhookHeaders
  /** The body exactly as received, before it is parsed: the signature is of these bytes. */
  body: string | Uint8Array | ArrayBuffer
}

export interface VerifyOptions {
  /** Seconds that the timestamp may differ from the clock; 300 if absent. */
  tolerance?: number
  /** The current time in milliseconds since 1970. */
  now?: number
}

/** Why a delivery was rejected. */
export type WebhookFault =
  | 'missing-header'
  | 'invalid-timestamp'
  | 'wrong-time'
  | 'invalid-secret'
  | 'wrong-signature'
  | 'invalid-body'

/** The delivery is forged, damaged, or too old. Respond with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.fault = fault
  }
}

/**
 * Verifies the signature and the time of a delivery by Standard Webhooks, and returns its event.
 *
 * @param secrets the secret of the webhook (`whsec_...`), or several during a change of secrets.
 * @throws WebhookVerificationError if no signature matches, or the time differs by more than the tolerance; TypeError if the body
 *   was parsed before.
 */
export const verifyWebhook = async (
  { headers, body }: WebhookDelivery,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    requiredHeader(headers, name),
  ) as [string, string, string]
  assertTime(timestamp, tolerance, now)
  const bytes = rawBytes(body)
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), bytes)
  const keys = await Promise.all([secrets].flat().map(importSecret))
  if (!(await hasMatch(keys, signaturesIn(signature), signed))) {
    throw new WebhookVerificationError('wrong-signature', 'No signature of the delivery matches the secret.')
  }
  return parseEvent(bytes)
}

const encoder = new TextEncoder()

/** @param body checked here as well: programs without types often pass the object that their framework has parsed */
const rawBytes = (body: WebhookDelivery['body']): Uint8Array => {
  if (typeof body === 'string') return encoder.encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body)
  throw new TypeError(
    `The body of a delivery must be its raw text or bytes, not ${body === undefined ? 'undefined' : 'a parsed object'}: the signature is of the bytes. Read it before your framework parses it, such as by request.text(), or express.raw({ type: 'application/json' }).`,
  )
}

const requiredHeader = (headers: WebhookHeaders, name: string): string => {
  const value = isHeaders(headers) ? headers.get(name) : (headers[name] ?? null)
  const text = typeof value === 'string' ? value : value?.[0]
  if (!text) throw new WebhookVerificationError('missing-header', `The delivery has no header ${name}.`)
  return text
}

const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers.get === 'function'

const assertTime = (timestamp: string, tolerance: number, now: number): void => {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('invalid-timestamp', 'The webhook-timestamp is not a number of seconds.')
  }
  const difference = Math.abs(now / 1000 - Number(timestamp))
  if (difference <= tolerance) return
  throw new WebhookVerificationError(
    'wrong-time',
    `The webhook-timestamp differs by ${Math.round(difference)} seconds.`,
  )
}

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

/** A CryptoKey. Node.js has no global name for its type. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const importSecret = async (secret: string): Promise<Key> => {
  // A variable that is not set is undefined in programs without types.
  const bytes = typeof secret === 'string' ? decodeBase64(secret.replace(/^whsec_/, '')) : undefined
  if (!bytes || bytes.length === 0) {
    throw new WebhookVerificationError('invalid-secret', 'The secret of a webhook is `whsec_` and base64.')
  }
  return crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['verify'])
}

/** The signatures of version 1. Others are of later versions of the standard. */
const signaturesIn = (header: string): Uint8Array<ArrayBuffer>[] =>
  header.split(' ').flatMap((part) => {
    const bytes = part.startsWith('v1,') ? decodeBase64(part.slice(3)) : undefined
    return bytes ? [bytes] : []
  })

/** Whether a key matches a signature. `verify` compares in constant time. */
const hasMatch = async (
  keys: readonly Key[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const results = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify(ALGORITHM.name, key, signature, signed)),
  )
  return (await Promise.all(results)).includes(true)
}

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const joined = (head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

const parseEvent = (bytes: Uint8Array): WebhookEvent => {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (isEvent(event)) return event
  } catch {
    // Reported below, as any other body that is not an event.
  }
  throw new WebhookVerificationError('invalid-body', 'The body of the delivery is not an event.')
}

const isEvent = (value: unknown): value is WebhookEvent =>
  typeof value === 'object' && value !== null && 'type' in value && 'tenantKey' in value && 'data' in value
