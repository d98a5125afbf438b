import { countTaken } from '#areas/events/events/seats/availability.queries'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'
import { addOfferJob } from './enqueue-offers.service.ts'
import { chooseOffers } from './offer-choices.model.ts'
import { createOffer, type FreeSessions } from './offered-orders.service.ts'
import { type WaitingPerson, waitingPeopleSql } from './waiting-people.sql.ts'

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
