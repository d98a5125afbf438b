import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { OutboxEvent } from '#prisma/client'
import type { Outbound } from '#services/outbound/outbound'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { readRecord } from '../records.queries.ts'
import type { PayloadStyle } from '../webhooks.model.ts'
import { writeFullBody, writeSampleBody, writeThinBody } from './deliveries.model.ts'
import { callReceiver, type Outcome } from './receiver.adapter.ts'

export const PING = 'webhook.ping'

/** Rejects a Url that cannot be called. @throws 422 webhook-url-refused. */
export const requireUrlCallable = async (outbound: Outbound, url: string): Promise<void> => {
  try {
    await outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    throw ruleRefused('webhook-url-refused', error.message, [{ pointer: '/Url', message: error.message }])
  }
}

/** Rejects a Url that does not respond to a signed ping with 2xx in time. @throws 422 webhook-not-answering. */
export const requireReceiverResponds = async (
  scope: Scope,
  outbound: Outbound,
  url: string,
  secrets: readonly string[],
): Promise<void> => {
  const now = scope.clock.now()
  const body = writeSampleBody(scope.tenant.key, PING, now)
  const message = { url, id: `msg_${crypto.randomUUID()}`, body, secrets }
  const { isSuccess, error } = await callReceiver(outbound, message, now)
  if (isSuccess) return
  const fault = `did not respond to webhook.ping with 2xx: ${error}`
  throw ruleRefused('webhook-not-answering', `The Url ${fault}`, [{ pointer: '/Url', message: fault }])
}

/** A post of an event outside of the deliveries of webhooks. */
export interface PostedEvent {
  url: string
  /** The webhook-id, by which a receiver recognizes repetitions. */
  id: string
  /** The event, or the kind of a sample. */
  event: OutboxEvent | string
  style: PayloadStyle
  /** Headers in addition. */
  headers: Record<string, string>
  /** Each of them signs; without one, the message is not signed. */
  secrets: readonly string[]
}

/** Posts an event once and returns the result. A failure of the receiver is a result, not an error. */
export const postEvent = async (
  scope: Scope,
  outbound: Outbound,
  { event, style, ...message }: PostedEvent,
): Promise<Outcome> => {
  const now = scope.clock.now()
  return callReceiver(outbound, { ...message, body: await bodyOf(scope, event, style, now) }, now)
}

const bodyOf = async (scope: Scope, event: PostedEvent['event'], style: PayloadStyle, now: Date): Promise<string> => {
  const { key } = scope.tenant
  if (typeof event === 'string') return writeSampleBody(key, event, now)
  return style === 'full' ? writeFullBody(key, event, await readRecord(scope, event)) : writeThinBody(key, event)
}
