import type { EnteredParty as SearchedParty } from '#areas/people/contacts/candidates/candidates.queries'
import type { Registrant } from '#areas/people/contacts/registrants.service'
import type { EventEnteredParty, EventEnteredPartyInput } from '#contract/events/event-sponsors'
import { ownValue } from '#kernel/lookups/own-value'
import { oneLine } from '#kernel/text/one-line'
import type { EventSponsor } from '#prisma/client'

/** The two sides of a sponsor that are matched with contacts. */
export type Side = 'organization' | 'person'

/** The columns of a side, and the type of its contacts. */
export const SIDES = {
  organization: { column: 'contactId', leavesOut: 'leavesOutOrganization', systemTypeId: 2, noun: 'organization' },
  person: { column: 'personId', leavesOut: 'leavesOutPerson', systemTypeId: 1, noun: 'individual' },
} as const

export const joinPersonName = ({ firstName, lastName }: Pick<EventSponsor, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null

const addressOf = ({ address1, address2, city, stateProvince, postalCode, countryId }: EventSponsor) => ({
  Address1: address1,
  Address2: address2,
  City: city,
  StateProvince: stateProvince,
  PostalCode: postalCode,
  CountryId: countryId,
})

/** Returns what was entered for a side. */
export const pickEnteredParty = (side: Side, sponsor: EventSponsor): NonNullable<EventEnteredParty> =>
  side === 'organization'
    ? {
        Name: sponsor.name,
        EmailAddress: sponsor.organizationEmail,
        Phone: sponsor.organizationPhone,
        WebAddress: sponsor.webAddress,
        ...addressOf(sponsor),
      }
    : {
        Name: joinPersonName(sponsor),
        EmailAddress: sponsor.emailAddress,
        Phone: sponsor.phone,
        WebAddress: null,
        ...addressOf(sponsor),
      }

/** Returns what candidates of a side are searched by. @param organizationName of the matched organization, if there is one. */
export const pickSearchedParty = (
  side: Side,
  sponsor: EventSponsor,
  organizationName: string | null = sponsor.name,
): SearchedParty => ({
  systemTypeId: SIDES[side].systemTypeId,
  organizationName,
  city: sponsor.city,
  firstName: sponsor.firstName,
  lastName: sponsor.lastName,
  emailAddress: side === 'organization' ? sponsor.organizationEmail : sponsor.emailAddress,
  phone: side === 'organization' ? sponsor.organizationPhone : sponsor.phone,
})

/** Returns what a request enters for a new contact in place of what was entered; null if it sends nothing else. */
export const pickOtherParty = (
  side: Side,
  sponsor: EventSponsor,
  sent: EventEnteredPartyInput | undefined,
): EventEnteredPartyInput => {
  if (!sent) return null
  const entered = Object.entries(pickEnteredParty(side, sponsor))
  const isOther = entered.some(([field, value]) => {
    const own = ownValue(sent, field)
    return own !== undefined && (own || null) !== value
  })
  return isOther ? { ...Object.fromEntries(entered), ...sent } : null
}

/** Returns the new contact of a side, of what was entered or of what a request sends. */
export const registrantOf = (side: Side, sponsor: EventSponsor, other: EventEnteredPartyInput): Registrant => {
  const party = other ?? pickEnteredParty(side, sponsor)
  const contactDetails = {
    emailAddress: party.EmailAddress ?? null,
    phone: party.Phone ?? null,
    webAddress: party.WebAddress ?? null,
    address: addressInput(party),
  }
  return side === 'organization'
    ? { systemTypeId: 2, organizationName: party.Name ?? null, ...contactDetails }
    : { systemTypeId: 1, ...namesOf(sponsor, other), ...contactDetails }
}

/** Returns the names of a person. A request sends them as one: its last word is the last name. */
const namesOf = ({ prefix, firstName, middleName, lastName, suffix }: EventSponsor, other: EventEnteredPartyInput) => {
  const words = oneLine(other?.Name ?? '')
    .split(' ')
    .filter(Boolean)
  if (words.length === 0 || words.join(' ') === joinPersonName({ firstName, lastName }))
    return { prefix, firstName, middleName, lastName, suffix }
  return { firstName: words.slice(0, -1).join(' ') || null, lastName: words.at(-1) ?? null }
}

const addressInput = ({
  Address1 = null,
  Address2 = null,
  City = null,
  StateProvince = null,
  PostalCode = null,
  CountryId,
}: NonNullable<EventEnteredPartyInput>) => ({
  Address1,
  Address2,
  City,
  StateProvince,
  PostalCode,
  CountryId: CountryId ?? 0,
})
