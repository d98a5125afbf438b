import type { Exchange } from '#areas/events/registrations/exchange/exchanges.service'
import { contactKind } from '#areas/people/contacts/contacts.queries'
import {
  matchRegistrant,
  type PreparedRegistrant,
  prepareRegistrant,
  type Registrant,
} from '#areas/people/contacts/registrants.service'
import type { BillingContactInput, RegistrationAttendeeInput } from '#contract/events/public-registration'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { optionalLine } from '#kernel/text/one-line'
import type { FullCart } from '../carts/carts.queries.ts'
import type { EventVisit } from '../event-visit.queries.ts'
import type { FormAttendee, RegistrationForm } from '../forms/form.input.ts'
import type { SubmissionTerms } from './terms.service.ts'

/** The people of a form, with the ids that new contacts for them would have. */
export interface FormPeople {
  payer: PreparedRegistrant
  /** By the key of the person; several attendees with the same name and address are one person. */
  attendees: ReadonlyMap<string, PreparedRegistrant>
}

/** Prepares the contacts of the people of a form, before the transaction that needs them. */
export const preparePeople = async (scope: Scope, { billing, attendees }: RegistrationForm): Promise<FormPeople> => {
  const prepared = new Map<string, PreparedRegistrant>()
  for (const { row } of attendees)
    if (!prepared.has(personKey(row))) prepared.set(personKey(row), await prepareRegistrant(scope, attendeeOf(row)))
  return { payer: await prepareRegistrant(scope, payerOf(billing)), attendees: prepared }
}

const personKey = ({ FirstName, LastName, EmailAddress }: RegistrationAttendeeInput): string =>
  JSON.stringify([FirstName, LastName, EmailAddress].map((text) => text?.trim().toLowerCase() ?? ''))

const ORGANIZATION = '2'

/** Returns the payer of a form as a person or an organization. */
export const payerOf = (billing: BillingContactInput): Registrant => {
  const { ContactType, EmailAddress, Phone, Address } = billing ?? {}
  const reached = { emailAddress: EmailAddress ?? null, phone: Phone?.Number ?? null, address: addressOf(Address) }
  return ContactType === ORGANIZATION
    ? { systemTypeId: 2, organizationName: optionalLine(billing?.OrganizationName), ...reached }
    : {
        systemTypeId: 1,
        prefix: optionalLine(billing?.Prefix),
        firstName: optionalLine(billing?.FirstName),
        commonName: optionalLine(billing?.CommonName),
        middleName: optionalLine(billing?.MiddleName),
        lastName: optionalLine(billing?.LastName),
        suffix: optionalLine(billing?.Suffix),
        ...reached,
      }
}

const addressOf = (address: NonNullable<BillingContactInput>['Address']): NonNullable<Registrant['address']> | null =>
  address ? { ...address, CountryId: address.CountryId ?? 0 } : null

const attendeeOf = (row: RegistrationAttendeeInput): Registrant => ({
  systemTypeId: 1,
  prefix: optionalLine(row.Prefix),
  firstName: optionalLine(row.FirstName),
  middleName: optionalLine(row.MiddleName),
  lastName: optionalLine(row.LastName),
  suffix: optionalLine(row.Suffix),
  emailAddress: row.EmailAddress ?? null,
  phone: row.Phone?.Number ?? null,
})

export interface FormContacts {
  payerId: number
  /** Returns the contact of an attendee. */
  ofAttendee(attendee: Pick<FormAttendee, 'row' | 'pointer'>): number | null
}

/**
 * Finds the contacts of the people of a form, or creates them, and locks the one that pays. The payer is the contact that
 * staff name, the member that is signed in, or the contact that the form matches. The people of a change are those of the order,
 * which is locked with its payer.
 */
export const matchPeople = async (
  { scope, isStaff }: EventVisit,
  tx: Transaction,
  { form, checked, exchange }: SubmissionTerms,
  { payer, attendees }: FormPeople,
  cart: Pick<FullCart, 'registrations'>,
): Promise<FormContacts> => {
  if (exchange) return contactsOfChange(exchange, cart)
  const isListed = isStaff && form.showsContacts
  const lock = (id: number) => lockRecordIfPresent(scope, tx, contactKind, id, 'no key update')
  const known = checked.knownPayerId === null ? null : await lock(checked.knownPayerId)
  const payerId = known?.id ?? (await matchRegistrant(scope, tx, payer, isListed)).contactId
  if (!known) await lock(payerId)
  const ids = new Map<string, number>()
  // In one order, so that two submissions for the same people do not block each other.
  for (const [key, prepared] of [...attendees].sort(([one], [other]) => (one < other ? -1 : 1)))
    ids.set(key, (await matchRegistrant(scope, tx, prepared, isListed)).contactId)
  return { payerId, ofAttendee: ({ row }) => ids.get(personKey(row)) ?? null }
}

const contactsOfChange = ({ order, registrations }: Exchange, cart: Pick<FullCart, 'registrations'>): FormContacts => ({
  payerId: order.contactId ?? 0,
  ofAttendee: ({ pointer }) => {
    const fromId = cart.registrations.find((one) => one.pointer === pointer)?.transferredFromId
    return registrations.find(({ id }) => id === fromId)?.contactId ?? null
  },
})
