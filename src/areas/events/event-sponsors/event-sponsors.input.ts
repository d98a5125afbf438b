import { isPhoneNumber, parseWebAddress } from '#areas/people/contacts/registrants.service'
import type { EventSponsorEditInput } from '#contract/events/event-sponsors'
import type { FieldFault } from '#kernel/errors/problem'
import { isMailAddress } from '#kernel/text/mail-address'
import { optionalLine } from '#kernel/text/one-line'
import type { EventSponsor } from '#prisma/client'

export type SponsorData = ReturnType<typeof parseSponsor>

/** Parses what is entered for a sponsor. A field that is left out keeps its value. Adds what breaks a rule to `faults`. */
export const parseSponsor = (input: EventSponsorEditInput, current: EventSponsor | null, faults: FieldFault[]) => {
  const data = {
    name: optionalLine(input.SponsorName, current?.name),
    webAddress: webAddressOf(input.WebAddress, current?.webAddress ?? null, faults),
    organizationEmail: optionalLine(input.OrganizationEmailAddress, current?.organizationEmail),
    organizationPhone: optionalLine(input.OrganizationPhone, current?.organizationPhone),
    address1: optionalLine(input.Address1, current?.address1),
    address2: optionalLine(input.Address2, current?.address2),
    city: optionalLine(input.City, current?.city),
    stateProvince: optionalLine(input.StateProvince, current?.stateProvince),
    postalCode: optionalLine(input.PostalCode, current?.postalCode),
    countryId: input.CountryId === undefined ? (current?.countryId ?? null) : input.CountryId,
    ...parsePerson(input, current),
  }
  if (data.name === null && data.lastName === null)
    faults.push({ pointer: '/SponsorName', message: 'is required if LastName is blank' })
  requireAddress('/EmailAddress', input.EmailAddress, faults)
  requireAddress('/OrganizationEmailAddress', input.OrganizationEmailAddress, faults)
  requirePhone('/Phone', data.phone, current?.phone, faults)
  requirePhone('/OrganizationPhone', data.organizationPhone, current?.organizationPhone, faults)
  return data
}

const parsePerson = (input: EventSponsorEditInput, current: EventSponsor | null) => ({
  prefix: optionalLine(input.Prefix, current?.prefix),
  firstName: optionalLine(input.FirstName, current?.firstName),
  middleName: optionalLine(input.MiddleName, current?.middleName),
  lastName: optionalLine(input.LastName, current?.lastName),
  suffix: optionalLine(input.Suffix, current?.suffix),
  emailAddress: optionalLine(input.EmailAddress, current?.emailAddress),
  phone: optionalLine(input.Phone, current?.phone),
})

const requireAddress = (pointer: string, sent: string | null | undefined, faults: FieldFault[]): void => {
  if (sent?.trim() && !isMailAddress(sent.trim())) faults.push({ pointer, message: 'must be an email address' })
}

/** Requires a phone number. A stranger may have entered any text: it can stay. */
const requirePhone = (
  pointer: string,
  phone: string | null,
  current: string | null | undefined,
  faults: FieldFault[],
): void => {
  if (phone === null || phone === current || isPhoneNumber(phone)) return
  faults.push({ pointer, message: 'must be a phone number' })
}

const webAddressOf = (sent: string | null | undefined, current: string | null, faults: FieldFault[]): string | null => {
  const line = optionalLine(sent, current)
  if (line === null || line === current) return line
  const address = parseWebAddress(line)
  if (address === null) faults.push({ pointer: '/WebAddress', message: 'must be an http or https address' })
  return address
}
