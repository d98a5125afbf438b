import { isPhoneNumber, parseWebAddress } from '#areas/people/contacts/registrants/registrants.service'
import type { EventSponsorEditInput } from '#contract/events/event-sponsors'
import type { FieldFault } from '#kernel/errors/problem'
import { isMailAddress } from '#kernel/mail/address'
import { oneLine } from '#kernel/text/one-line'
import type { EventSponsor } from '#prisma/client'

export type SponsorData = ReturnType<typeof parseSponsor>

/** Parses what is entered for a sponsor. A field that is left out keeps its value. Adds what breaks a rule to `faults`. */
export const parseSponsor = (input: EventSponsorEditInput, current: EventSponsor | null, faults: FieldFault[]) => {
  const data = {
    name: lineOf(input.SponsorName, current?.name),
    webAddress: webAddressOf(input.WebAddress, current?.webAddress ?? null, faults),
    organizationEmail: lineOf(input.OrganizationEmailAddress, current?.organizationEmail),
    organizationPhone: lineOf(input.OrganizationPhone, current?.organizationPhone),
    address1: lineOf(input.Address1, current?.address1),
    address2: lineOf(input.Address2, current?.address2),
    city: lineOf(input.City, current?.city),
    stateProvince: lineOf(input.StateProvince, current?.stateProvince),
    postalCode: lineOf(input.PostalCode, current?.postalCode),
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
  prefix: lineOf(input.Prefix, current?.prefix),
  firstName: lineOf(input.FirstName, current?.firstName),
  middleName: lineOf(input.MiddleName, current?.middleName),
  lastName: lineOf(input.LastName, current?.lastName),
  suffix: lineOf(input.Suffix, current?.suffix),
  emailAddress: lineOf(input.EmailAddress, current?.emailAddress),
  phone: lineOf(input.Phone, current?.phone),
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
  const line = lineOf(sent, current)
  if (line === null || line === current) return line
  const address = parseWebAddress(line)
  if (address === null) faults.push({ pointer: '/WebAddress', message: 'must be an http or https address' })
  return address
}

const lineOf = (sent: string | null | undefined, current: string | null | undefined): string | null =>
  sent === undefined ? (current ?? null) : oneLine(sent ?? '') || null
