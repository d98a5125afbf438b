import type { RegistrationFault } from '#contract/events/public-registration'
import type { PageForm } from './form/page-form.input.ts'

/** A fault of a form, at the field of the page that it belongs to. */
export interface PageFault {
  /** The name of the field; null if the page has none for it. */
  field: string | null
  message: string
}

type Fault = Pick<RegistrationFault, 'Pointer' | 'Message'>

/** Returns the faults of a form at their fields. A fault that two pointers have at one field is shown once. */
export const findPageFaults = (faults: readonly Fault[] | null, { fields }: Pick<PageForm, 'fields'>): PageFault[] => {
  const shown = new Map<string, PageFault>()
  for (const { Pointer, Message } of faults ?? []) {
    const field = fieldOf(Pointer ?? '', fields)
    const message = worded(field, Message ?? '')
    shown.set(`${field} ${message}`, { field, message })
  }
  return [...shown.values()]
}

/** Nothing chosen is sent as an id that does not exist. */
const worded = (field: string | null, message: string): string =>
  field?.endsWith('/EventRegistrationTypeId') && message === 'The event does not offer this.'
    ? 'Choose a ticket.'
    : message

/** The parts of a pointer that are fields of the page. */
const OWN_FIELD =
  /^(?:\/Registrations\/\d+\/(?:EventRegistrationTypeId|FirstName|LastName|EmailAddress|OrganizationName|SessionIds|DiscountCode|GroupNumber)|\/BillingInfo\/(?:Address\/|Phone\/)?\w+|\/Comments|\/WebReferralSourceTypeId)/

const fieldOf = (pointer: string, fields: PageForm['fields']): string | null => {
  const own = [...fields].find(([start]) => pointer === start || pointer.startsWith(`${start}/`))?.[1]
  return own ?? OWN_FIELD.exec(pointer)?.[0] ?? null
}

/** Returns the attendee that a field belongs to, from 1; undefined for other fields. */
export const attendeeOf = (field: string | null): number | undefined => {
  const at = /^\/Registrations\/(\d+)\//.exec(field ?? '')?.[1]
  return at === undefined ? undefined : Number(at) + 1
}
