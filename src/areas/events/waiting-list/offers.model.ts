import type { Taken } from '#areas/events/events/seats/availability.queries'
import { indexIn } from '#areas/events/registrations/orders/form-rows.service'
import type { EventRegisterV2Input, RegistrationAttendeeInput } from '#contract/events/public-registration'
import type { EventRegistration, Prisma } from '#prisma/client'
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

/** A registration of an offer, with the sessions that have a seat for it. */
export interface OfferedPerson extends EventRegistration {
  sessionIds: readonly number[]
}

/**
 * Reduces the form of an order to the people of an offer, with its payer and its author. What the registrations say replaces
 * what the form said, because staff can have changed it.
 */
export const reduceForm = (form: Prisma.JsonValue, people: readonly OfferedPerson[]): Prisma.InputJsonObject => {
  const { Registrations, ...sent } = form as EventRegisterV2Input
  const { Answers, BillingInfo: payer, Creator, SendEmailNotification } = sent
  // The vouchers have paid for the order from which the offer comes.
  const BillingInfo = payer && { ...payer, Vouchers: [] }
  const rowOf = (person: OfferedPerson): RegistrationAttendeeInput => ({
    ...rowAt(Registrations ?? [], person.pointer),
    RegistrationId: person.id,
    EventRegistrationTypeId: person.typeId,
    SessionIds: [...person.sessionIds],
    Prefix: person.prefix,
    FirstName: person.firstName,
    MiddleName: person.middleName,
    LastName: person.lastName,
    Suffix: person.suffix,
    BadgeName: person.badgeName,
    EmailAddress: person.emailAddress,
    OrganizationName: person.organizationName,
    Title: person.title,
    GroupNumber: person.groupNumber,
  })
  return JSON.parse(
    JSON.stringify({ Answers, BillingInfo, Creator, SendEmailNotification, Registrations: people.map(rowOf) }),
  ) as Prisma.InputJsonObject
}

/** Returns the row of the form that a pointer such as `/Registrations/2` or `/Models/2` leads to. */
const rowAt = (rows: readonly RegistrationAttendeeInput[], pointer: string): Partial<RegistrationAttendeeInput> =>
  rows[indexIn(pointer)] ?? {}
