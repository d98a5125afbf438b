import { createHash } from 'node:crypto'
import { IN_CART } from '#areas/events/registrations/registration-statuses.listing'
import { type Problem, tooManyRequests } from '#kernel/errors/problem'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventVisit } from '../event-visit.queries.ts'
import { RegistrationRefusal } from '../refusals.model.ts'

/** Seats that the carts of one address reserve at most. */
export const MAX_OF_ADDRESS = 100

/** Of an event with a limit, visitors together reserve half of the seats, but no fewer than this if it has as many. */
const MIN_SEATS = 4

/** Returns the seats of an event that the carts of all visitors can reserve together. */
export const visitorLimit = (capacity: number): number =>
  Math.max(Math.floor(capacity / 2), Math.min(capacity, MIN_SEATS))

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
 * Rejects a cart with which one address would have too many carts or seats, or with which all visitors together would reserve
 * too much of the event: who has many addresses cannot reserve a whole event either. The caller has locked the event.
 *
 * @throws RegistrationRefusal 422 for a cart with more seats than all carts can have; 429 until the first of the others expires.
 */
export const requireRoomForVisitor = async (
  visit: EventVisit,
  tx: Transaction,
  { id, seats, capacity }: VisitorCart,
): Promise<void> => {
  const visitorHash = visitorHashOf(visit, null)
  if (!visitorHash) return
  const ofAll = capacity === null ? Number.POSITIVE_INFINITY : visitorLimit(capacity)
  const limit = Math.min(MAX_OF_ADDRESS, ofAll)
  if (seats > limit)
    throw new RegistrationRefusal(
      422,
      `One cart can reserve ${limit} seats. Ask the organizer to register more people.`,
    )
  const own = await countOthers(visit, tx, { id, visitorHash })
  if (own.carts >= MAX_CARTS || own.seats + seats > limit)
    throw refusal(visit, own, 'Too many seats are reserved from this address. Submit those carts, or wait.')
  if (seats === 0 || capacity === null) return
  const all = await countOthers(visit, tx, { id, visitorHash: { not: null } })
  if (all.seats + seats > ofAll)
    throw refusal(
      visit,
      all,
      'Too many seats of this event are reserved by carts that are not submitted. Try again later.',
    )
}

interface CountedCarts {
  carts: number
  seats: number
  /** When the first of them expires. */
  firstEnd: Date | null
}

/** Counts the open carts of visitors except one, and the seats that they reserve. */
const countOthers = async (
  { scope, eventId }: EventVisit,
  tx: Transaction,
  { id, visitorHash }: { id: number; visitorHash: Uint8Array<ArrayBuffer> | { not: null } },
): Promise<CountedCarts> => {
  const reserves = { tenantId: scope.db.tenantId, eventId, heldUntil: { gt: scope.clock.now() } }
  const cart = { ...reserves, visitorHash, state: 'cart', id: { not: id } }
  const carts = await tx.eventOrder.aggregate({ where: cart, _count: true, _min: { heldUntil: true } })
  const reserved = await tx.eventRegistration.aggregate({
    where: { ...reserves, statusId: IN_CART, order: { visitorHash, state: 'cart', id: { not: id } } },
    _sum: { seats: true },
  })
  return { carts: carts._count, seats: reserved._sum.seats ?? 0, firstEnd: carts._min.heldUntil }
}

const refusal = ({ scope }: EventVisit, { firstEnd }: CountedCarts, message: string): Problem =>
  tooManyRequests(((firstEnd?.getTime() ?? 0) - scope.clock.now().getTime()) / 1000, message)
