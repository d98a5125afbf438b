import type { Taken, TakenKind } from '#areas/events/events/seats/availability.queries'
import type { Choices, ChosenAttendee } from './forms/choices.model.ts'
import { type FormFault, fault } from './refusals.model.ts'

/** An attendee, and whether only the waiting list is left for them. */
export interface SeatedAttendee extends ChosenAttendee {
  isWaiting: boolean
}

interface Capacity {
  capacity: number | null
  hasWaitingList: boolean
}

/** The position that an attendee already has in the cart that the form changes or submits. */
export type KeptPosition = 'seat' | 'waiting'

/**
 * Gives seats to the attendees of a form in their order. An attendee without a seat goes to the waiting list, if the event has
 * one. While others wait, a free seat is theirs, but not the seat that the cart already reserves.
 *
 * @param positionOf returns the position that an attendee keeps; null for a new one.
 */
export const seatAttendees = (
  { capacity, hasWaitingList }: Capacity,
  attendees: readonly ChosenAttendee[],
  taken: Taken,
  faults: FormFault[],
  positionOf: (attendee: ChosenAttendee) => KeptPosition | null = () => null,
): SeatedAttendee[] => {
  const own: OwnSeats = { event: 0, types: new Map() }
  const waitingTables = new Set<string>()
  return attendees.map((attendee) => {
    const { type, seats, pointer } = attendee
    const kept = positionOf(attendee)
    const table = `${type.id}:${attendee.row.GroupNumber}`
    const waits = kept === 'waiting' || (seats === 0 && waitingTables.has(table))
    if (!waits && (seats === 0 || hasRoom(capacity, attendee, { taken, own, isKept: kept === 'seat' }))) {
      own.event += seats
      own.types.set(type.id, (own.types.get(type.id) ?? 0) + seats)
      return { ...attendee, isWaiting: false }
    }
    if (!waits && (kept === 'seat' || !hasWaitingList || attendee.isIncluded))
      faults.push(fault(`${pointer}/EventRegistrationTypeId`, 'soldOut', `${type.name} is sold out.`))
    // Guests wait with their table.
    if (seats > 0) waitingTables.add(table)
    return { ...attendee, isWaiting: true }
  })
}

/** Seats that the attendees before have. */
interface OwnSeats {
  event: number
  types: Map<number, number>
}

/** @param isKept whether the cart already reserves the seat: others that wait do not compete for it. */
const hasRoom = (
  capacity: number | null,
  { type, seats }: ChosenAttendee,
  { taken, own, isKept }: { taken: Taken; own: OwnSeats; isKept: boolean },
): boolean => {
  const ofAll = taken.of('type', type.id)
  const awaited = isKept ? { event: 0, type: 0 } : { event: taken.awaited, type: ofAll.awaited }
  const ofType = own.types.get(type.id) ?? 0
  return (
    (capacity === null || taken.seats + awaited.event + own.event + seats <= capacity) &&
    (type.capacity === null || ofAll.taken + awaited.type + ofType + seats <= type.capacity)
  )
}

interface Limited {
  kind: TakenKind
  id: number
  name: string
  most: number | null
  quantity: number
  pointer: string
}

/** Adds the faults of sessions, offers and discounts of which nothing is left. */
export const limitQuantities = (
  { tiers, exhibitors, items }: Choices,
  seated: readonly SeatedAttendee[],
  taken: Taken,
  faults: FormFault[],
): void => {
  const own = new Map<string, number>()
  for (const { kind, id, name, most, quantity, pointer } of [
    ...seated.filter(({ isWaiting }) => !isWaiting).flatMap(limitsOfAttendee),
    ...tiers.map(({ part, pointer, quantity }) => limitOf('tier', part, `${pointer}/SponsorshipTierId`, quantity)),
    ...exhibitors.map(({ part, pointer, quantity }) =>
      limitOf('exhibitor', part, `${pointer}/ExhibitorTypeId`, quantity),
    ),
    ...items.map(({ part, pointer, quantity }) => limitOf('item', part, `${pointer}/ItemId`, quantity)),
  ]) {
    const key = `${kind}:${id}`
    const before = own.get(key) ?? 0
    own.set(key, before + quantity)
    if (most !== null && taken.of(kind, id).taken + before + quantity > most)
      faults.push(fault(pointer, 'soldOut', kind === 'discount' ? `${name} is used up.` : `${name} is sold out.`))
  }
}

const limitsOfAttendee = ({ sessions, discount, pointer }: SeatedAttendee): Limited[] => [
  ...sessions.map(({ id, name, capacity }, at) => ({
    kind: 'session' as const,
    id,
    name,
    most: capacity,
    quantity: 1,
    pointer: `${pointer}/SessionIds/${at}`,
  })),
  ...(discount
    ? [
        {
          kind: 'discount' as const,
          id: discount.id,
          name: discount.name,
          most: discount.maxUses,
          quantity: 1,
          pointer: `${pointer}/DiscountCode`,
        },
      ]
    : []),
]

const limitOf = (
  kind: TakenKind,
  { id, name, maxQuantity }: { id: number; name: string; maxQuantity: number | null },
  pointer: string,
  quantity: number,
): Limited => ({ kind, id, name, most: maxQuantity, quantity, pointer })

/** A ticket that is given back for another one. */
export interface GivenBack {
  seats: number
  sessionIds: readonly number[]
  discountId: number | null
}

/**
 * Returns what is taken by others than the tickets that are given back. Their seat of the event is kept, so that those that wait
 * do not compete for it; a seat of the new type is one like any other. The old type keeps its count: it is another one.
 */
export const withoutGivenBack = (taken: Taken, given: readonly GivenBack[]): Taken => {
  const sessions = given.flatMap(({ sessionIds }) => sessionIds)
  const back = (kind: TakenKind, id: number): number => {
    if (kind === 'session') return sessions.filter((one) => one === id).length
    return kind === 'discount' ? given.filter(({ discountId }) => discountId === id).length : 0
  }
  return {
    seats: given.reduce((seats, one) => seats - one.seats, taken.seats),
    awaited: 0,
    of: (kind, id) => {
      const all = taken.of(kind, id)
      return { ...all, taken: all.taken - back(kind, id) }
    },
  }
}
