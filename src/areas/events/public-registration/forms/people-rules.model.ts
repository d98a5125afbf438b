import { parseWebAddress } from '#areas/people/contacts/registrants.service'
import type { BillingContactInput, RegistrationAttendeeInput } from '#contract/events/public-registration'
import { isMailAddress } from '#kernel/text/mail-address'
import { oneLine } from '#kernel/text/one-line'
import type { Event } from '#prisma/client'
import { type FormFault, fault } from '../refusals.model.ts'
import type { RegistrationForm } from './form.input.ts'

const isBlank = (text: string | null | undefined): boolean => oneLine(text ?? '') === ''

/**
 * Returns the faults of the people and sponsors of a form: names that are missing, and addresses that are none.
 *
 * @param isPayerNeeded false while prices are only asked for.
 */
export const faultsOfPeople = (form: RegistrationForm, isPayerNeeded: boolean): FormFault[] => [
  ...(isPayerNeeded && !form.isFirstStep ? missingOfPayer(form.billing) : []),
  ...addressFaults(form.billing?.EmailAddress, '/BillingInfo/EmailAddress'),
  ...addressFaults(form.body.Creator?.EmailAddress, '/Creator/EmailAddress'),
  ...form.attendees.flatMap(({ row, pointer }) => [
    ...(form.isFirstStep ? [] : missingOfAttendee(row, pointer)),
    ...addressFaults(row.EmailAddress, `${pointer}/EmailAddress`),
  ]),
  ...form.sponsorships.flatMap(({ row, pointer }) => webAddressFaults(row.WebAddress, `${pointer}/WebAddress`)),
]

const missing = (pointer: string, what: string): FormFault => fault(pointer, 'required', `${what} is missing.`)

const missingOfPayer = (billing: BillingContactInput): FormFault[] => {
  const { ContactType, FirstName, LastName, OrganizationName, EmailAddress } = billing ?? {}
  const names =
    ContactType === '2'
      ? isBlank(OrganizationName)
        ? [missing('/BillingInfo/OrganizationName', 'The organization')]
        : []
      : [
          ...(isBlank(FirstName) ? [missing('/BillingInfo/FirstName', 'First name')] : []),
          ...(isBlank(LastName) ? [missing('/BillingInfo/LastName', 'Last name')] : []),
        ]
  return isBlank(EmailAddress) ? [...names, missing('/BillingInfo/EmailAddress', 'The email address')] : names
}

const missingOfAttendee = ({ FirstName, LastName }: RegistrationAttendeeInput, pointer: string): FormFault[] => [
  ...(isBlank(FirstName) ? [missing(`${pointer}/FirstName`, 'First name')] : []),
  ...(isBlank(LastName) ? [missing(`${pointer}/LastName`, 'Last name')] : []),
]

const addressFaults = (address: string | null | undefined, pointer: string): FormFault[] =>
  isBlank(address) || isMailAddress((address ?? '').trim())
    ? []
    : [fault(pointer, 'format', 'This is not an email address.')]

const webAddressFaults = (address: string | null | undefined, pointer: string): FormFault[] =>
  isBlank(address) || parseWebAddress(address ?? '') !== null
    ? []
    : [fault(pointer, 'format', 'This is not an http or https address.')]

export type ClosedReason = 'NotYetOpen' | 'Closed' | 'Cancelled'

/**
 * Returns why nobody can register for an event now; null while it is open. Without an end, registration closes with the start.
 */
export const findClosedReason = (
  { status, startsAt, registrationOpens, registrationCloses }: Event,
  now: Date,
): ClosedReason | null => {
  if (status === 'Cancelled') return 'Cancelled'
  if (registrationOpens && now < registrationOpens) return 'NotYetOpen'
  return now >= (registrationCloses ?? startsAt) ? 'Closed' : null
}

/** The same as a sentence for registrants. */
export const CLOSED: Record<ClosedReason, string> = {
  NotYetOpen: 'Registration has not opened yet.',
  Closed: 'Registration is closed.',
  Cancelled: 'The event is cancelled.',
}
