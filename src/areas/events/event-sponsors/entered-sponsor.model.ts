import type { BillingContactInput } from '#contract/events/public-registration'
import { oneLine } from '#kernel/text/one-line'
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

const textOf = (text: string | null | undefined): string | null => oneLine(text ?? '') || null

/**
 * Returns what a form enters for a sponsor. Its contact person is the first attendee that the sponsorship includes, else the
 * person who pays. The email address and the phone number of the payer are those of the organization if it pays.
 */
export const enteredSponsor = (
  billing: BillingContactInput,
  attendee: EventRegistration | undefined,
): EnteredSponsor => {
  const paysItself = isOrganization(billing)
  const [email, phone] = [textOf(billing?.EmailAddress), textOf(billing?.Phone?.Number)]
  const { Address1, Address2, City, StateProvince, PostalCode, CountryId } = billing?.Address ?? {}
  return {
    organizationEmail: paysItself ? email : null,
    organizationPhone: paysItself ? phone : null,
    address1: textOf(Address1),
    address2: textOf(Address2),
    city: textOf(City),
    stateProvince: textOf(StateProvince),
    postalCode: textOf(PostalCode),
    countryId: CountryId || null,
    ...(attendee ? personOf(attendee) : payerOf(paysItself ? null : billing, phone)),
  }
}

const personOf = ({ prefix, firstName, middleName, lastName, suffix, emailAddress }: EventRegistration) => ({
  ...{ prefix, firstName, middleName, lastName, suffix, emailAddress, phone: null },
})

const payerOf = (person: BillingContactInput, phone: string | null) => ({
  prefix: textOf(person?.Prefix),
  firstName: textOf(person?.FirstName),
  middleName: textOf(person?.MiddleName),
  lastName: textOf(person?.LastName),
  suffix: textOf(person?.Suffix),
  emailAddress: textOf(person?.EmailAddress),
  phone: person ? phone : null,
})
