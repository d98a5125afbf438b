import type { EventRegisterV2Input, RegistrationCountry, RegistrationField } from '#contract/events/public-registration'
import { type Html, html } from '#services/pages/html'
import { type Environment, type PageForm, selectPageQuestions } from '../form/page-form.input.ts'

/** What a visitor has entered, and the words for it. */
interface Entered {
  form: Pick<PageForm, 'body'>
  environment: Environment
  countries: readonly RegistrationCountry[]
}

/** Returns the name of the attendee that a pointer leads to; empty for others. */
export const findAttendeeName = ({ body }: Pick<PageForm, 'body'>, pointer: string): string => {
  const at = /^\/Registrations\/(\d+)/.exec(pointer)?.[1]
  const { FirstName, LastName } = body.Registrations?.[Number(at ?? -1)] ?? {}
  return [FirstName, LastName].filter(Boolean).join(' ')
}

/** Renders everything that a visitor has entered, for review. */
export const renderEntered = (entered: Entered): Html => {
  const { Registrations, Comments } = entered.form.body
  return html`<h2>Who pays</h2>
${payer(entered)}
${
  (Registrations ?? []).length > 0 &&
  html`<h2>Attendees</h2>
<ul class="plain">${(Registrations ?? []).map((row) => attendee(entered, row))}</ul>`
}
${named(entered)}
${Comments && html`<h2>Message to the organizer</h2><p class="wrap">${Comments}</p>`}`
}

const payer = ({ form, environment, countries }: Entered): Html => {
  const { BillingInfo, Answers } = form.body
  const { FirstName, LastName, OrganizationName, EmailAddress, Phone, TaxNumber, Address } = BillingInfo ?? {}
  const city = [Address?.PostalCode, Address?.City, Address?.StateProvince].filter(Boolean).join(' ')
  const country = countries.find(({ CountryId }) => CountryId === Address?.CountryId)?.Name
  const lines = [
    [[FirstName, LastName].filter(Boolean).join(' '), OrganizationName].filter(Boolean).join(', '),
    EmailAddress,
    Phone?.Number,
    [Address?.Address1, city, country].filter(Boolean).join(', '),
    TaxNumber && `Tax number ${TaxNumber}`,
  ].filter((line) => typeof line === 'string' && line !== '')
  return html`<p class="wrap">${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>
${answers(selectPageQuestions(environment, 'Payer'), Answers)}`
}

type Attendee = NonNullable<EventRegisterV2Input['Registrations']>[number]

const attendee = ({ environment }: Entered, row: Attendee): Html => {
  const { FirstName, LastName, EmailAddress, OrganizationName, SessionIds, DiscountCode, Answers } = row
  const type = environment.RegistrationTypes?.find((one) => one.EventRegistrationTypeId === row.EventRegistrationTypeId)
  const sessions = (environment.Sessions ?? []).filter(({ SessionId }) => SessionIds?.includes(SessionId))
  const details = [EmailAddress, OrganizationName, DiscountCode && `Discount code ${DiscountCode}`].filter(Boolean)
  return html`<li class="wrap">${FirstName} ${LastName}: ${[type?.Name, ...sessions.map(({ Name }) => Name)].join(', ')}
${type?.IsWaitingListOnly && html` <span class="badge">Waiting list</span>`}
${details.length > 0 && html`<br><span class="soft">${details.join(' · ')}</span>`}
${answers(selectPageQuestions(environment, 'Attendee'), Answers)}</li>`
}

/** Renders sponsors and exhibitors with what they have answered. */
const named = ({ form, environment }: Entered): Html | undefined => {
  const { Sponsorships, Exhibitors, BillingInfo } = form.body
  const nameIn = (list: Environment['SponsorshipTiers'], id: number) => list?.find(({ ItemId }) => ItemId === id)?.Name
  const rows = [
    ...(Sponsorships ?? []).map(({ SponsorshipTierId: id, SponsorName: name, Answers }) => ({
      what: nameIn(environment.SponsorshipTiers, id),
      name,
      answered: answers(selectPageQuestions(environment, 'Sponsor'), Answers),
    })),
    ...(Exhibitors ?? []).map(({ ExhibitorTypeId: id, ExhibitorName: name, Answers }) => ({
      what: nameIn(environment.ExhibitorTypes, id),
      name,
      answered: answers(selectPageQuestions(environment, 'Exhibitor'), Answers),
    })),
  ]
  if (rows.length === 0) return undefined
  return html`<h2>Sponsors and exhibitors</h2><ul class="plain">${rows.map(
    ({ what, name, answered }) =>
      html`<li class="wrap">${[what, name ?? BillingInfo?.OrganizationName].filter(Boolean).join(': ')}${answered}</li>`,
  )}</ul>`
}

/** Renders the questions that somebody has answered. */
const answers = (questions: readonly RegistrationField[], given: EventRegisterV2Input['Answers']): Html | undefined => {
  const rows = questions.flatMap((question) => {
    const { Value } = given?.find(({ FieldId }) => FieldId === question.FieldId) ?? {}
    return Value ? [{ label: question.Label ?? question.Name ?? '', text: written(question, Value) }] : []
  })
  if (rows.length === 0) return undefined
  return html`<dl class="answers">${rows.map(({ label, text }) => html`<dt>${label}</dt><dd>${text}</dd>`)}</dl>`
}

const written = ({ DataType }: RegistrationField, value: string): string => {
  if (DataType === 'YesNo') return value === 'true' ? 'Yes' : 'No'
  return DataType === 'MultiSelect' ? (JSON.parse(value) as string[]).join(', ') : value
}
