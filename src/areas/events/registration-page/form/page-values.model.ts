import type {
  BillingContactInput,
  EventRegisterV2Input,
  RegistrationAttendeeInput,
} from '#contract/events/public-registration'
import { FormValues } from '#services/pages/form-values'
import {
  attendeePointer,
  choiceField,
  countAttendees,
  FIELD,
  fieldOfQuestion,
  MAX_ATTENDEES,
} from '../page-fields.model.ts'
import type { Environment } from './page-form.input.ts'

type Sent = Record<string, string | string[]>
type Scalar = string | number | null | undefined

/** Returns the fields of the page for a form that was sent by it, such as the form of a mailed link. */
export const pageValuesOf = (body: EventRegisterV2Input, more: Sent = {}): FormValues => {
  const { BillingInfo: payer, Registrations, Comments, WebReferralSourceTypeId } = body
  const attendees = Registrations ?? []
  const sent: Sent = { [FIELD.count]: String(attendees.length) }
  putPayer(sent, payer)
  put(sent, '/', { Comments, WebReferralSourceTypeId }, ['Comments', 'WebReferralSourceTypeId'])
  const [first] = attendees
  if (first && PEOPLE.every((name) => (first[name] ?? null) === (payer?.[name] ?? null))) sent[FIELD.isPayer] = '1'
  for (const [at, attendee] of attendees.entries()) putAttendee(sent, attendee, at)
  putAnswers(sent, '', body.Answers)
  putOffers(sent, body)
  return new FormValues({ ...sent, ...more })
}

/** Returns the fields for the payer: the member that is signed in, or the contact that is invited. */
export const pickPayerValues = ({ Contact }: Pick<Environment, 'Contact'>): Sent => {
  const sent: Sent = {}
  putPayer(sent, Contact)
  return sent
}

const putPayer = (sent: Sent, payer: BillingContactInput | undefined): void => {
  put(sent, '/BillingInfo/', payer ?? {}, [...PEOPLE, 'TaxNumber'])
  put(sent, '/BillingInfo/Phone/', payer?.Phone ?? {}, ['Number'])
  const parts = ['Address1', 'PostalCode', 'City', 'StateProvince', 'CountryId'] as const
  put(sent, '/BillingInfo/Address/', payer?.Address ?? {}, parts)
}

const PEOPLE = ['FirstName', 'LastName', 'EmailAddress', 'OrganizationName'] as const

const put = <Name extends string>(
  sent: Sent,
  prefix: string,
  from: { [name in Name]?: Scalar },
  names: readonly Name[],
) => {
  for (const name of names) {
    const value = from[name]
    if (value !== null && value !== undefined && value !== '') sent[`${prefix}${name}`] = String(value)
  }
}

const putAttendee = (sent: Sent, attendee: RegistrationAttendeeInput, at: number): void => {
  const pointer = attendeePointer(at)
  put(sent, `${pointer}/`, attendee, [...PEOPLE, 'EventRegistrationTypeId', 'DiscountCode', 'GroupNumber'])
  const sessions = (attendee.SessionIds ?? []).map(String)
  if (sessions.length > 0) sent[`${pointer}/SessionIds`] = sessions
  putAnswers(sent, pointer, attendee.Answers)
}

/** Several choices are a list as JSON; a text of that form in another question is shown as it was sent. */
const putAnswers = (sent: Sent, owner: string, answers: EventRegisterV2Input['Answers']): void => {
  for (const { FieldId, Value } of answers ?? [])
    if (Value) sent[fieldOfQuestion(owner, FieldId)] = listIn(Value) ?? Value
}

const listIn = (value: string): string[] | undefined => {
  if (!value.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.map(String) : undefined
  } catch {
    return undefined
  }
}

const putOffers = (sent: Sent, body: EventRegisterV2Input): void => {
  for (const { ItemId, Quantity } of body.AdditionalPurchaseItems ?? [])
    sent[choiceField('item', ItemId)] = String(Quantity ?? 1)
  for (const { ItemId, Amount } of body.DonationItems ?? []) sent[choiceField('donation', ItemId)] = String(Amount ?? 1)
  for (const { SponsorshipTierId, SponsorName, Answers } of body.Sponsorships ?? []) {
    sent[choiceField('tier', SponsorshipTierId)] = '1'
    putAnswers(sent, choiceField('tier', SponsorshipTierId), Answers)
    if (SponsorName) sent[choiceField('tier', SponsorshipTierId, '/name')] = SponsorName
  }
  for (const { ExhibitorTypeId, ExhibitorName, Answers } of body.Exhibitors ?? []) {
    sent[choiceField('exhibitor', ExhibitorTypeId)] = '1'
    putAnswers(sent, choiceField('exhibitor', ExhibitorTypeId), Answers)
    if (ExhibitorName) sent[choiceField('exhibitor', ExhibitorTypeId, '/name')] = ExhibitorName
  }
}

/** Returns the fields after a button of the list of attendees: `add`, or `remove-2` with the position. */
export const changeAttendees = (values: FormValues, action: string): FormValues => {
  const count = countAttendees(values)
  if (action === 'add') return changed(values, { [FIELD.count]: String(Math.min(count + 1, MAX_ATTENDEES)) })
  const removed = Number(/^remove-(\d+)$/.exec(action)?.[1] ?? Number.NaN)
  return Number.isInteger(removed) && removed < count ? withoutAttendee(values, removed, count) : values
}

type SentLists = Record<string, string[]>

const sentOf = (values: FormValues): SentLists =>
  Object.fromEntries(values.names.map((name) => [name, values.list(name)]))

const changed = (values: FormValues, changes: Record<string, string>): FormValues =>
  new FormValues({ ...sentOf(values), ...changes })

/** The attendees after the removed one move up. The payer attends as the first attendee only. */
const withoutAttendee = (values: FormValues, removed: number, count: number): FormValues => {
  const kept = new Map<string, SentLists[string]>()
  for (const [name, sent] of Object.entries(sentOf(values))) {
    const [, position, rest] = /^\/Registrations\/(\d+)(\/.*)$/.exec(name) ?? []
    const at = Number(position)
    if (position === undefined || at < removed) kept.set(name, sent)
    else if (at > removed) kept.set(`${attendeePointer(at - 1)}${rest}`, sent)
  }
  if (removed === 0) kept.delete(FIELD.isPayer)
  return new FormValues({ ...Object.fromEntries(kept), [FIELD.count]: String(count - 1) })
}
