import { countTaken } from '#areas/events/events/seats/availability.queries'
import { changeRegistration } from '#areas/events/registrations/registration-changes.service'
import { EXPIRED, ON_WAITING_LIST } from '#areas/events/registrations/registration-statuses.listing'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event, EventOrder } from '#prisma/client'
import { createOffer, type FreeSessions, mailExpiredOffer } from './offered-orders.service.ts'
import { chooseOffers } from './offers.model.ts'
import { type WaitingPerson, waitingPeopleSql } from './waiting-people.sql.ts'

/** The job that offers the free seats of an event to the people that wait. */
export const OFFER_SEATS = 'offer_event_seats'

/** Adds the job, in the transaction that requests it. The jobs of one event run one at a time. */
const addOfferJob = ({ db: { tenantId } }: Pick<Scope, 'db'>, tx: Transaction, eventId: number): Promise<void> => {
  const key = `${OFFER_SEATS}:${tenantId}:${eventId}`
  return enqueueJobs(tx, [{ name: OFFER_SEATS, payload: { tenantId, eventId }, key, queue: key }])
}

/**
 * Requests the offers of free seats, if people wait. Call it in each transaction after which a seat can be free for a person that
 * waits: when seats are released, when a capacity is raised, and when a person joins the waiting list. The caller has locked the
 * event, so that no person that joins at the same time is missed.
 */
export const enqueueOffers = async (scope: Pick<Scope, 'db'>, tx: Transaction, eventId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, eventId, statusId: ON_WAITING_LIST, heldUntil: null }
  const waiting = await tx.eventRegistration.findFirst({ where, select: { id: true } })
  if (waiting) await addOfferJob(scope, tx, eventId)
}

/** Offers of one transaction: they lock the event. */
const BATCH = 50

/**
 * Offers the free seats of an event to the people that wait. The event is locked, so that no cart gets these seats at the same
 * time. Repeating it has no effect: an offer takes its seats.
 */
export const offerSeats = (scope: Scope, eventId: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const event = await lockOpenEvent(scope, tx, eventId)
    if (!event) return
    const { tenantId } = scope.db
    const waiting = await tx.rows<WaitingPerson>(waitingPeopleSql(tenantId, eventId))
    if (waiting.length === 0) return
    const taken = await countTaken(tx, { tenantId, eventId, now: scope.clock.now(), exceptOrderId: 0 })
    const types = await tx.eventRegistrationType.findMany({ where: { tenantId, eventId } })
    const capacities = { event: event.capacity, types: new Map(types.map(({ id, capacity }) => [id, capacity])) }
    const chosen = chooseOffers(capacities, waiting, taken)
    const sessions = await freeSessions(tx, event, (id) => taken.of('session', id).taken)
    for (const person of chosen.slice(0, BATCH)) await createOffer(scope, tx, event, person, sessions)
    if (chosen.length > BATCH) await addOfferJob(scope, tx, eventId)
  })

/** Locks an event whose seats can be offered; null for one that is not published, or has started. */
const lockOpenEvent = async (scope: Scope, tx: Transaction, eventId: number): Promise<Event | null> => {
  await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
  const where = { tenantId: scope.db.tenantId, id: eventId, status: 'Published', startsAt: { gt: scope.clock.now() } }
  return tx.event.findFirst({ where })
}

/** Finds how many seats each session has left; sessions without a limit are left out. */
const freeSessions = async (
  tx: Transaction,
  { tenantId, id: eventId }: Event,
  takenOf: (sessionId: number) => number,
): Promise<FreeSessions> => {
  const sessions = await tx.eventSession.findMany({ where: { tenantId, eventId } })
  return new Map(
    sessions.flatMap(({ id, capacity, isActive }) => {
      if (!isActive) return [[id, 0]]
      return capacity === null ? [] : [[id, capacity - takenOf(id)]]
    }),
  )
}

/**
 * Ends an offer whose time has run out: its seats count until then. The next people get offers. The caller has locked the event
 * and found the offer due.
 */
export const expireOffer = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id, eventId }: EventOrder,
): Promise<void> => {
  await lockRows(scope, tx, { table: 'event_order' }, [id])
  const data = { state: 'expired', heldUntil: null }
  await tx.eventOrder.update({ where: { tenantId_id: { tenantId, id } }, data })
  const people = await tx.eventRegistration.findMany({ where: { tenantId, orderId: id }, orderBy: { id: 'asc' } })
  for (const person of people) await changeRegistration(scope, tx, person, { statusId: EXPIRED, heldUntil: null })
  await mailExpiredOffer(scope, tx, id)
  await enqueueOffers(scope, tx, eventId)
}
