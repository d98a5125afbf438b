import { enqueueExpiry } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { readOrderLetter } from '#areas/events/registrations/mails/order-letters.queries'
import { queueOrderMails } from '#areas/events/registrations/mails/order-mails.service'
import { selectPeople, shownAt } from '#areas/events/registrations/mails/recipients.service'
import { type MovedPerson, reduceForm } from '#areas/events/registrations/orders/form-rows.service'
import { changeRegistration } from '#areas/events/registrations/registration-changes.service'
import { PENDING_FROM_WAITING_LIST } from '#areas/events/registrations/registration-statuses.listing'
import { registrationEvents } from '#areas/events/registrations/registrations.events'
import { hashOfLinkKey, makeLinkKey } from '#kernel/crypto/link-keys'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event, EventOrder } from '#prisma/client'
import type { WaitingPerson } from './waiting-people.sql.ts'

/** Mails an offer with the link that accepts it: to the payer and to the people who waited. */
const mailOffer = async (scope: Scope, tx: Transaction, offer: EventOrder, key: string): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, offer.id)
  const { event } = letter
  const path = `/events/${scope.tenant.key}/${event.id}?cart=${key}`
  const until = shownAt(offer.heldUntil ?? event.startsAt, event)
  await queueOrderMails(scope, tx, letter, (to) => ({
    templateKey: 'event-seat-offered',
    key: `event-seat-offered:${offer.id}`,
    people: selectPeople(to, letter.registrations),
    data: { offer: { until, path } },
  }))
}

/** Reports that an offer was not accepted in time. */
export const mailExpiredOffer = async (scope: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, orderId)
  await queueOrderMails(scope, tx, letter, (to) => ({
    templateKey: 'event-offer-expired',
    key: `event-offer-expired:${orderId}`,
    people: selectPeople(to, letter.registrations),
  }))
}

/** Seats that are left in the sessions with a limit, by id. */
export type FreeSessions = Map<number, number>

const HOUR_MS = 3_600_000

/**
 * Moves a registration from the waiting list into an order of its own, which offers its seats until the hours of the event are
 * over, at most until the event starts. The caller has locked the event. Sessions that have become full are left out.
 */
export const createOffer = async (
  scope: Scope,
  tx: Transaction,
  event: Event,
  waiting: WaitingPerson,
  sessions: FreeSessions,
): Promise<void> => {
  const { tenantId } = scope.db
  const from = await tx.eventOrder.findFirstOrThrow({ where: { tenantId, id: waiting.orderId } })
  const people = await readPeople(tx, tenantId, waiting, sessions)
  const now = scope.clock.now()
  const heldUntil = new Date(Math.min(now.getTime() + event.offerHours * HOUR_MS, event.startsAt.getTime()))
  const key = makeLinkKey()
  const offer = await tx.eventOrder.create({
    data: {
      tenantId,
      eventId: event.id,
      keyHash: hashOfLinkKey(key),
      heldUntil,
      isOffer: true,
      createdAt: now,
      form: reduceForm(from.form, people),
      total: 0,
      contactId: from.contactId,
      sendsMail: from.sendsMail,
      // The invitation proves who pays, and what the types for invited people require.
      invitationId: from.invitationId,
    },
  })
  for (const [at, person] of people.entries()) await moveTo(scope, tx, offer, person, at)
  await mailOffer(scope, tx, offer, key)
  await enqueueExpiry(scope, tx, offer.id, heldUntil)
}

/** Reads the people of an offer, and takes the seats of their sessions. */
const readPeople = async (
  tx: Transaction,
  tenantId: number,
  { id, guestIds }: WaitingPerson,
  left: FreeSessions,
): Promise<MovedPerson[]> => {
  const rows = await tx.eventRegistration.findMany({
    where: { tenantId, id: { in: [id, ...guestIds] } },
    include: { sessions: { orderBy: { sessionId: 'asc' } } },
    orderBy: { position: 'asc' },
  })
  return rows.map(({ sessions, ...person }) => ({
    ...person,
    sessionIds: sessions.map(({ sessionId }) => sessionId).filter((sessionId) => takeSeat(left, sessionId)),
  }))
}

const takeSeat = (left: FreeSessions, sessionId: number): boolean => {
  const seats = left.get(sessionId)
  if (seats === undefined) return true
  if (seats <= 0) return false
  left.set(sessionId, seats - 1)
  return true
}

const moveTo = async (
  scope: Scope,
  tx: Transaction,
  { id: orderId, heldUntil }: EventOrder,
  { tenantId, id, sessionIds }: MovedPerson,
  at: number,
): Promise<void> => {
  const full = { tenantId, registrationId: id, sessionId: { notIn: [...sessionIds] } }
  await tx.eventRegistrationSession.deleteMany({ where: full })
  const row = { pointer: `/Registrations/${at}`, position: at + 1, heldUntil, statusId: PENDING_FROM_WAITING_LIST }
  await changeRegistration(scope, tx, { tenantId, id }, { orderId, ...row }, registrationEvents.offered)
}
