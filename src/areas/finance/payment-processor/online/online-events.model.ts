import Stripe from 'stripe'
import type { EventSubject, ReceivedEvent } from '../payment-processor.port.ts'

/** The header with the signature of an event. */
export const SIGNATURE_HEADER = 'stripe-signature'
/** Seconds by which the time of a signature may differ from ours: older events cannot be sent again by others. */
const TOLERANCE = 300

/** Makes the calls of the SDK that need no key. */
const { webhooks } = new Stripe('none')

/**
 * Verifies the signature of an event and returns what it is about; undefined for an event of a kind that changes nothing
 * here. @throws ForgedEvent
 */
export const readEvent = (
  body: Buffer,
  signature: string | undefined,
  secret: string,
  now: Date,
): ReceivedEvent | undefined => {
  const event = verified(body, signature, secret, now)
  const object: { id?: string; charge?: unknown } = event.data.object as never
  const subject = subjectOf(event.type)
  if (!subject) return undefined
  const own = subject.isPart ? idOf(object.charge) : object.id
  if (own === undefined) return undefined
  const account = event.account ?? (subject.kind === 'account' ? own : undefined)
  return account === undefined ? undefined : { uid: event.id, account, subject: subject.kind, subjectUid: own }
}

/** An event that the processor has not signed. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent'
}

const verified = (body: Buffer, signature: string | undefined, secret: string, now: Date): Stripe.Event => {
  try {
    return webhooks.constructEvent(
      body,
      signature ?? '',
      secret,
      TOLERANCE,
      undefined,
      Math.floor(now.getTime() / 1000),
    )
  } catch (error) {
    throw new ForgedEvent('The event has no valid signature', { cause: error })
  }
}

const idOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : undefined
}

/** The object that is read again after an event; of a refund, its charge. */
const subjectOf = (type: string): { kind: EventSubject; isPart: boolean } | undefined => {
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', isPart: false }
  if (type.startsWith('charge.refund.') || type.startsWith('refund.')) return { kind: 'charge', isPart: true }
  if (type.startsWith('charge.')) return { kind: 'charge', isPart: false }
  if (type.startsWith('payout.')) return { kind: 'payout', isPart: false }
  if (type === 'account.updated') return { kind: 'account', isPart: false }
  return undefined
}
