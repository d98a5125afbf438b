import type { BillingContactInput, EventRegisterV2Input } from '#contract/events/public-registration'
import { addressKeyOf, isMailAddress } from '#kernel/text/mail-address'
import { oneLine, optionalLine } from '#kernel/text/one-line'
import { wallClockOf } from '#kernel/time/local-time'
import type { Event, EventRegistration } from '#prisma/client'
import { formatCheckInCode } from '../check-in/check-in.model.ts'
import { EXPECTED_AT_EVENT } from '../registration-statuses.listing.ts'
import type { OrderLetter } from './order-letters.queries.ts'

/** Returns the name of a participant, as badges show it. */
export const nameOfPerson = ({
  badgeName,
  firstName,
  lastName,
}: Pick<EventRegistration, 'badgeName' | 'firstName' | 'lastName'>): string =>
  badgeName ?? ([firstName, lastName].filter(Boolean).join(' ') || 'Guest')

/** Returns the code by which a participant is checked in; null without a confirmed seat. */
export const checkInCodeOf = ({
  statusId,
  checkInKey,
}: Pick<EventRegistration, 'statusId' | 'checkInKey'>): string | null =>
  EXPECTED_AT_EVENT.includes(statusId) ? formatCheckInCode(checkInKey) : null

/** Somebody that gets a mail about an order. */
export interface Recipient {
  address: string
  name: string | null
  contactId: number | null
  /** Whether it is the payer, or the person that filled in the form: they see amounts, and can cancel. */
  isManager: boolean
}

/** How the payer is addressed if the form contains no address. */
interface PayerAddress {
  name: string
  emailAddress: string
}

/**
 * Returns the recipients of mails about an order, one for each address: the payer, the person that filled in the form, the
 * participants.
 */
export const recipientsOf = (
  { form, contactId, registrations }: Pick<OrderLetter, 'form' | 'contactId' | 'registrations'>,
  payer: PayerAddress | null,
): Recipient[] => {
  const { BillingInfo, Creator } = form as Pick<EventRegisterV2Input, 'BillingInfo' | 'Creator'>
  const all: Recipient[] = [
    {
      address: BillingInfo?.EmailAddress?.trim() || (payer?.emailAddress ?? ''),
      name: nameOfPayer(BillingInfo) ?? payer?.name ?? null,
      contactId,
      isManager: true,
    },
    { address: Creator?.EmailAddress?.trim() ?? '', name: nameOf(Creator), contactId: null, isManager: true },
    ...registrations.map((person) => ({
      address: person.emailAddress ?? '',
      name: nameOfPerson(person),
      contactId: person.contactId,
      isManager: false,
    })),
  ]
  const unique = new Map<string, Recipient>()
  for (const one of all.filter(({ address }) => isMailAddress(address))) {
    const key = addressKeyOf(one.address)
    if (!unique.has(key)) unique.set(key, one)
  }
  return [...unique.values()]
}

interface Named {
  FirstName?: string | null
  LastName?: string | null
}

const nameOf = (person: Named | null | undefined): string | null =>
  oneLine(`${person?.FirstName ?? ''} ${person?.LastName ?? ''}`) || null

const nameOfPayer = (billing: BillingContactInput | undefined): string | null =>
  nameOf(billing) ?? optionalLine(billing?.OrganizationName)

/** Returns the people of an order that a mail to a recipient contains: for participants their own registrations. */
export const selectPeople = <Person extends { emailAddress: string | null }>(
  { isManager, address }: Recipient,
  people: readonly Person[],
): Person[] =>
  people.filter(({ emailAddress }) => isManager || addressKeyOf(emailAddress ?? '') === addressKeyOf(address))

/** Returns an instant as the clocks show it at an event. */
export const shownAt = (instant: Date, { timeZone }: Pick<Event, 'timeZone'>): string =>
  wallClockOf(instant, timeZone).toString({ smallestUnit: 'minute' })

/** Returns the variables of an event in mails. */
export const eventVariablesOf = (event: Event) => ({
  name: event.name,
  starts_at: shownAt(event.startsAt, event),
  ...(event.endsAt && { ends_at: shownAt(event.endsAt, event) }),
  time_zone: event.timeZone,
  ...(event.location && { location: event.location }),
})
