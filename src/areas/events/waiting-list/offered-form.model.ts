import type { EventRegisterV2Input, RegistrationAttendeeInput } from '#contract/events/public-registration'
import type { EventRegistration, Prisma } from '#prisma/client'
import { indexIn } from '../registrations/orders/form-rows.service.ts'

/** A registration of an offer, with the sessions that have a seat for it. */
export interface OfferedPerson extends EventRegistration {
  sessionIds: readonly number[]
}

/**
 * Reduces the form of an order to the people of an offer, with its payer and its author. What the registrations say replaces
 * what the form said, because staff can have changed it.
 */
export const offeredForm = (form: Prisma.JsonValue, people: readonly OfferedPerson[]): Prisma.InputJsonObject => {
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

/** The row of the form that a pointer such as `/Registrations/2` or `/Models/2` leads to. */
const rowAt = (rows: readonly RegistrationAttendeeInput[], pointer: string): Partial<RegistrationAttendeeInput> =>
  rows[indexIn(pointer)] ?? {}
