import type { Taken } from '#areas/events/events/seats/availability.queries'
import type { WaitingPerson } from './waiting-people.sql.ts'

interface Capacities {
  /** Seats of the event; null: no limit. */
  event: number | null
  /** Seats of each type; null: no limit. */
  types: ReadonlyMap<number, number | null>
}

/**
 * Chooses the registrations to which free seats are offered, in the order of registration. A registration gets all its seats or
 * none. One that needs more seats than are free keeps its position, and the free seats are offered to those after it, so that no
 * seat stays free while a registration that fits waits.
 */
export const chooseOffers = (
  capacities: Capacities,
  waiting: readonly WaitingPerson[],
  taken: Pick<Taken, 'seats' | 'of'>,
): WaitingPerson[] => {
  let ofEvent = taken.seats
  const ofTypes = new Map<number, number>()
  return waiting.filter(({ typeId, seats }) => {
    const ofType = ofTypes.get(typeId) ?? taken.of('type', typeId).taken
    const capacity = capacities.types.get(typeId) ?? null
    const fits =
      (capacities.event === null || ofEvent + seats <= capacities.event) &&
      (capacity === null || ofType + seats <= capacity)
    if (!fits) return false
    ofEvent += seats
    ofTypes.set(typeId, ofType + seats)
    return true
  })
}
