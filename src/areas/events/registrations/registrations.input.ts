import type { EventRegistrationChangeInput } from '#contract/events/registrations'
import type { FieldFault } from '#kernel/errors/problem'
import { isMailAddress } from '#kernel/text/mail-address'
import { optionalLine } from '#kernel/text/one-line'
import type { EventRegistration } from '#prisma/client'

/** Parses the person of a registration. A field that is left out keeps its value. Adds what breaks a rule to `faults`. */
export const parsePerson = (input: EventRegistrationChangeInput, current: EventRegistration, faults: FieldFault[]) => {
  const data = {
    prefix: optionalLine(input.Prefix, current.prefix),
    firstName: optionalLine(input.FirstName, current.firstName),
    middleName: optionalLine(input.MiddleName, current.middleName),
    lastName: optionalLine(input.LastName, current.lastName),
    suffix: optionalLine(input.Suffix, current.suffix),
    badgeName: optionalLine(input.BadgeName, current.badgeName),
    emailAddress: optionalLine(input.EmailAddress, current.emailAddress),
    organizationName: optionalLine(input.OrganizationName, current.organizationName),
    title: optionalLine(input.Title, current.title),
  }
  if (input.FirstName !== undefined && !data.firstName)
    faults.push({ pointer: '/FirstName', message: 'must not be blank' })
  if (input.LastName !== undefined && !data.lastName)
    faults.push({ pointer: '/LastName', message: 'must not be blank' })
  if (input.EmailAddress !== undefined && data.emailAddress && !isMailAddress(data.emailAddress))
    faults.push({ pointer: '/EmailAddress', message: 'must be an email address' })
  return data
}
