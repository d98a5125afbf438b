import { createHash } from 'node:crypto'
import { IN_CART } from '#areas/events/registrations/registration-statuses.listing'
import { tooManyRequests } from '#kernel/errors/problem'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventVisit } from '../event-visit.queries.ts'
import { RegistrationRefusal } from '../refusals.model.ts'
import { seatLimit } from './visitor-limits.model.ts'

/** Open carts of one address for one event. Many people can share the address of their office. */
const MAX_CARTS = 20

/** Identifies the address of a visitor in the carts for an event; null for staff, and for an offer to the waiting list. */
export const visitorHashOf = (
  { scope, eventId, address }: EventVisit,
  cart: { isOffer: boolean } | null,
): Uint8Array<ArrayBuffer> | null =>
  address === null || cart?.isOffer
    ? null
    : new Uint8Array(createHash('sha256').update(`${scope.db.tenantId}:${eventId}:${address}`).digest())

/** A cart that a visitor saves. */
interface VisitorCart {
  /** 0 for a new one. */
  id: number
  /** The seats that it reserves. */
  seats: number
  /** The capacity of the event; null for no limit. */
  capacity: number | null
}

/**
 * Rejects a cart with which one address would have too many carts, or too many seats in carts, so that no address reserves a
 * whole event. The caller has locked the event.
 *
 * @throws RegistrationRefusal 422 for a cart with more seats than all carts can have; 429 until the first of the others expires.
 */
export const requireRoomForVisitor = async (
  visit: EventVisit,
  tx: Transaction,
  { id, seats, capacity }: VisitorCart,
): Promise<void> => {
  const { scope, eventId } = visit
  const visitorHash = visitorHashOf(visit, null)
  if (!visitorHash) return
  const limit = seatLimit(capacity)
  if (seats > limit)
    throw new RegistrationRefusal(
      422,
      `One cart can reserve ${limit} seats. Ask the organizer to register more people.`,
    )
  const { tenantId } = scope.db
  const now = scope.clock.now()
  const others = await tx.eventOrder.findMany({
    where: { tenantId, eventId, visitorHash, state: 'cart', heldUntil: { gt: now }, id: { not: id } },
    select: { heldUntil: true, registrations: { where: { statusId: IN_CART }, select: { seats: true } } },
    orderBy: { heldUntil: 'asc' },
  })
  const reserved = others.flatMap(({ registrations }) => registrations).reduce((sum, row) => sum + row.seats, 0)
  if (others.length < MAX_CARTS && reserved + seats <= limit) return
  const seconds = ((others[0]?.heldUntil?.getTime() ?? 0) - now.getTime()) / 1000
  throw tooManyRequests(seconds, 'Too many seats are reserved from this address. Submit those carts, or wait.')
}
