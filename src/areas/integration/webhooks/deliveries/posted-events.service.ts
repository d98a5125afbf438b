import type { Scope } from '#kernel/tenancy/scope'
import type { OutboxEvent } from '#prisma/client'
import type { Outbound } from '#services/outbound/outbound'
import { readRecord } from '../records/records.queries.ts'
import type { PayloadStyle } from '../webhooks.model.ts'
import { fullBody, sampleBody, thinBody } from './body.model.ts'
import { callReceiver, type Outcome } from './receiver.adapter.ts'

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
  if (typeof event === 'string') return sampleBody(key, event, now)
  return style === 'full' ? fullBody(key, event, await readRecord(scope, event)) : thinBody(key, event)
}
