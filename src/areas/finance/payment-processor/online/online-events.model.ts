import Stripe from 'stripe'
import type { EventSubject, ReceivedEvent } from '../payment-processor.port.ts'

/** The header with the signature of an event. */
export const SIGNATURE_HEADER = 'stripe-signature'
/** Seconds by which the time of a signature may differ from ours: older events cannot be sent again by others. */
const TOLERANCE = 300

/** The ids that the processor gives its objects. */
const UID = /^[\w.:-]{1,200}$/

/** Makes the calls of the SDK that need no key. */
const { webhooks } = new Stripe('none')

/**
 * Verifies the signature of an event and returns what it is about; undefined for an event of a kind that changes nothing
 * here. @throws ForgedEvent, MalformedEvent
 */
export const readEvent = (
  body: Buffer,
  signature: string | undefined,
  secret: string,
  now: Date,
): ReceivedEvent | undefined => {
  const event = recordOf(verified(body, signature, secret, now))
  const object = recordOf(recordOf(event.data).object)
  const uid = idOf(event.id)
  if (uid === undefined || typeof event.type !== 'string') throw new MalformedEvent('The event has no id or no type')
  const subject = subjectOf(event.type)
  if (!subject) return undefined
  const own = idOf(subject.isPart ? object.charge : object.id)
  const account = idOf(event.account) ?? (subject.kind === 'account' ? own : undefined)
  return own === undefined || account === undefined
    ? undefined
    : { uid, account, subject: subject.kind, subjectUid: own }
}

/** An event that the processor has signed, but whose form it does not document. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent'
}

/** Returns the value as an object; an empty one if it is something else. */
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** An event that the processor has not signed. */
export class ForgedEvent extends Error {
  override readonly name = 'ForgedEvent'
}

const verified = (body: Buffer, signature: string | undefined, secret: string, now: Date): unknown => {
  // The SDK accepts times in the future, however far.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1])
  if (signedAt * 1000 - now.getTime() > TOLERANCE * 1000)
    throw new ForgedEvent('The time of the signature is in the future')
  try {
    return webhooks.constructEvent(body, signature ?? '', secret, TOLERANCE, undefined, now.getTime())
  } catch (error) {
    throw new ForgedEvent('The event has no valid signature', { cause: error })
  }
}

/** Returns the id of an object, or of one that is sent by its id; undefined for anything else. */
const idOf = (value: unknown): string | undefined => {
  const uid = typeof value === 'string' ? value : recordOf(value).id
  return typeof uid === 'string' && UID.test(uid) ? uid : undefined
}

/** Returns the object that is read again after an event; of a refund, its charge. */
const subjectOf = (type: string): { kind: EventSubject; isPart: boolean } | undefined => {
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', isPart: false }
  if (type.startsWith('charge.refund.') || type.startsWith('refund.')) return { kind: 'charge', isPart: true }
  if (type.startsWith('checkout.session.')) return { kind: 'page', isPart: false }
  if (type.startsWith('charge.')) return { kind: 'charge', isPart: false }
  if (type.startsWith('payout.')) return { kind: 'payout', isPart: false }
  if (type === 'account.updated') return { kind: 'account', isPart: false }
  return undefined
}
