import type { EventRegisterV2Input, RegistrationAttendeeInput } from '#contract/events/public-registration'
import type { Prisma } from '#prisma/client'

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
