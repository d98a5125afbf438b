import type { BillingContactInput } from '#contract/events/public-registration'
import { optionalLine } from '#kernel/text/one-line'
import type { EventRegistration, EventSponsor } from '#prisma/client'

/** What a form enters for a sponsor, without its name and its web address. */
export type EnteredSponsor = Pick<
  EventSponsor,
  | 'organizationEmail'
  | 'organizationPhone'
  | 'address1'
  | 'address2'
  | 'city'
  | 'stateProvince'
  | 'postalCode'
  | 'countryId'
  | 'prefix'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'suffix'
  | 'emailAddress'
  | 'phone'
>

const ORGANIZATION = '2'

export const isOrganization = (billing: BillingContactInput): boolean => billing?.ContactType === ORGANIZATION

/**
 * Returns what a form enters for a sponsor. Its contact person is the first attendee that the sponsorship includes, else the
 * person who pays. The email address and the phone number of the payer are those of the organization if it pays.
 */
export const buildEnteredSponsor = (
  billing: BillingContactInput,
  attendee: EventRegistration | undefined,
): EnteredSponsor => {
  const paysItself = isOrganization(billing)
  const email = optionalLine(billing?.EmailAddress)
  const phone = optionalLine(billing?.Phone?.Number)
  const { Address1, Address2, City, StateProvince, PostalCode, CountryId } = billing?.Address ?? {}
  return {
    organizationEmail: paysItself ? email : null,
    organizationPhone: paysItself ? phone : null,
    address1: optionalLine(Address1),
    address2: optionalLine(Address2),
    city: optionalLine(City),
    stateProvince: optionalLine(StateProvince),
    postalCode: optionalLine(PostalCode),
    countryId: CountryId || null,
    ...(attendee ? personOf(attendee) : payerOf(paysItself ? null : billing, phone)),
  }
}

const personOf = ({ prefix, firstName, middleName, lastName, suffix, emailAddress }: EventRegistration) => ({
  prefix,
  firstName,
  middleName,
  lastName,
  suffix,
  emailAddress,
  phone: null,
})

const payerOf = (person: BillingContactInput, phone: string | null) => ({
  prefix: optionalLine(person?.Prefix),
  firstName: optionalLine(person?.FirstName),
  middleName: optionalLine(person?.MiddleName),
  lastName: optionalLine(person?.LastName),
  suffix: optionalLine(person?.Suffix),
  emailAddress: optionalLine(person?.EmailAddress),
  phone: person ? phone : null,
})
