import type { EventRegisterV2Input, RegistrationAttendeeInput } from '#contract/events/public-registration'
import type { EventRegistration, Prisma } from '#prisma/client'

/** Replaces the row of a person in the form of an order that is on the waiting list. */
export const withFormRow = (
  form: Prisma.JsonValue,
  pointer: string,
  row: RegistrationAttendeeInput,
): Prisma.InputJsonObject => {
  const { Registrations, ...sent } = form as EventRegisterV2Input
  const rows = (Registrations ?? []).map((one, at) => (at === indexIn(pointer) ? row : one))
  return JSON.parse(JSON.stringify({ ...sent, Registrations: rows })) as Prisma.InputJsonObject
}

/** Returns the index in a pointer to a row of a form, such as `/Registrations/2` or `/Models/2`; -1 for another pointer. */
export const indexIn = (pointer: string): number => {
  const [, at] = /^\/(?:Registrations|Models)\/(\d+)$/.exec(pointer) ?? []
  return at === undefined ? -1 : Number(at)
}

/** A registration that moves into another order, with the sessions that it keeps. */
export interface MovedPerson extends EventRegistration {
  sessionIds: readonly number[]
}

/**
 * Reduces the form of an order to some of its people, with its payer and its author. What the registrations say replaces
 * what the form said, because staff can have changed it.
 */
export const reduceForm = (form: Prisma.JsonValue, people: readonly MovedPerson[]): Prisma.InputJsonObject => {
  const { Registrations, ...sent } = form as EventRegisterV2Input
  const { Answers, BillingInfo: payer, Creator, SendEmailNotification } = sent
  // The vouchers have paid for the order from which the offer comes.
  const BillingInfo = payer && { ...payer, Vouchers: [] }
  const rowOf = (person: MovedPerson): RegistrationAttendeeInput => ({
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
