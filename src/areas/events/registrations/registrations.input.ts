import type { EventRegistrationChangeInput } from '#contract/events/registrations'
import type { FieldFault } from '#kernel/errors/problem'
import { isMailAddress } from '#kernel/mail/address'
import { oneLine } from '#kernel/text/one-line'
import type { EventRegistration } from '#prisma/client'

/** Parses the person of a registration. A field that is left out keeps its value. Adds what breaks a rule to `faults`. */
export const parsePerson = (input: EventRegistrationChangeInput, current: EventRegistration, faults: FieldFault[]) => {
  const data = {
    prefix: lineOf(input.Prefix, current.prefix),
    firstName: lineOf(input.FirstName, current.firstName),
    middleName: lineOf(input.MiddleName, current.middleName),
    lastName: lineOf(input.LastName, current.lastName),
    suffix: lineOf(input.Suffix, current.suffix),
    badgeName: lineOf(input.BadgeName, current.badgeName),
    emailAddress: lineOf(input.EmailAddress, current.emailAddress),
    organizationName: lineOf(input.OrganizationName, current.organizationName),
    title: lineOf(input.Title, current.title),
  }
  if (input.FirstName !== undefined && !data.firstName)
    faults.push({ pointer: '/FirstName', message: 'must not be blank' })
  if (input.LastName !== undefined && !data.lastName)
    faults.push({ pointer: '/LastName', message: 'must not be blank' })
  if (input.EmailAddress !== undefined && data.emailAddress && !isMailAddress(data.emailAddress))
    faults.push({ pointer: '/EmailAddress', message: 'must be an email address' })
  return data
}

const lineOf = (sent: string | null | undefined, current: string | null): string | null =>
  sent === undefined ? current : oneLine(sent ?? '') || null
