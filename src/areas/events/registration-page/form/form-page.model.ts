import type { RegistrationCountry } from '#contract/events/public-registration'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'
import { explainClosed, renderEventHeader, zoneOf } from '../event-header.presenter.ts'
import {
  type FieldState,
  renderErrorSummary,
  renderField,
  renderQuestions,
  renderSelect,
  renderTextArea,
} from '../fields.presenter.ts'
import type { PageFault } from '../page-faults.model.ts'
import { countAttendees, FIELD } from '../page-fields.model.ts'
import type { SignInView } from '../page-visit.service.ts'
import { renderFormToken, renderSignIn } from '../sign-in.presenter.ts'
import { renderAttendees } from './attendees.presenter.ts'
import { renderOffers } from './offers.presenter.ts'
import { type Environment, selectPageQuestions } from './page-form.input.ts'

export interface FormView {
  organization: string
  environment: Environment
  countries: readonly RegistrationCountry[]
  values: FormValues
  faults: readonly PageFault[]
  signIn: SignInView
  /** The page to return to after a sign-in, if it is not that of the event. */
  returnTo?: string
}

/** Renders the event with its registration form. */
export const renderFormPage = (view: FormView): string => {
  const { organization, environment, values, faults, signIn } = view
  const { Event: event } = environment
  const title = `${faults.length > 0 ? 'Error: ' : ''}${event.Name}`
  if (!event.IsRegistrationOpen)
    return page(
      title,
      html`${renderEventHeader(event)}<p class="note">${explainClosed(event)}</p>
${event.ClosedReason === 'MembersOnly' && renderSignIn(signIn, environment)}`,
      { isForm: true, brand: organization },
    )
  const state: FieldState = { values, faults }
  const currency = event.CurrencyCode ?? ''
  const count = countAttendees(values)
  const content = html`${renderEventHeader(event)}
${event.RequiresApproval && html`<p class="note">The organizer confirms each registration.</p>`}
${renderErrorSummary(faults)}
${renderSignIn(signIn, environment, view.returnTo)}
<form method="post" action="" novalidate>
${hidden(FIELD.action, 'review')}${renderFormToken(signIn)}
<button class="default-button" type="submit" tabindex="-1" aria-hidden="true">Continue</button>
${[FIELD.code, FIELD.link].map((name) => kept(values, name))}
<h2>Your details</h2>
${payerFields(state, view.countries)}
${renderQuestions(state, selectPageQuestions(environment, 'Payer'), '')}
${renderAttendees({ ...state, environment, currency, timeZone: zoneOf(event), count })}
${renderOffers({ ...state, environment, currency })}
${lastFields(state, environment)}
<button class="main-button" type="submit">Continue to review</button>
<p class="soft small">Nothing is reserved or paid yet.</p>
</form>`
  return page(title, content, { isForm: true, brand: organization })
}

const kept = (values: FormValues, name: string): Html | undefined => {
  const value = values.get(name)
  return value === undefined ? undefined : hidden(name, value)
}

const payerFields = (state: FieldState, countries: readonly RegistrationCountry[]): Html => html`<div class="columns">
${renderField(state, { name: '/BillingInfo/FirstName', label: 'First name', autocomplete: 'given-name', isRequired: true, maxLength: 100 })}
${renderField(state, { name: '/BillingInfo/LastName', label: 'Last name', autocomplete: 'family-name', isRequired: true, maxLength: 100 })}
</div>
${renderField(state, { name: '/BillingInfo/EmailAddress', label: 'Email address', type: 'email', autocomplete: 'email', isRequired: true, maxLength: 254, hint: 'The confirmation is sent to it.' })}
<div class="columns">
${renderField(state, { name: '/BillingInfo/OrganizationName', label: 'Organization', autocomplete: 'organization', maxLength: 200 })}
${renderField(state, { name: '/BillingInfo/Phone/Number', label: 'Phone', type: 'tel', autocomplete: 'tel', maxLength: 50 })}
</div>
${countryField(state, countries)}
<details ${hasAddress(state) && html`open`}><summary>Address and tax number for the invoice</summary>
${renderField(state, { name: '/BillingInfo/Address/Address1', label: 'Street', autocomplete: 'address-line1', maxLength: 200 })}
<div class="columns">
${renderField(state, { name: '/BillingInfo/Address/PostalCode', label: 'Postal code', autocomplete: 'postal-code', maxLength: 20 })}
${renderField(state, { name: '/BillingInfo/Address/City', label: 'City', autocomplete: 'address-level2', maxLength: 100 })}
${renderField(state, { name: '/BillingInfo/Address/StateProvince', label: 'State or province', autocomplete: 'address-level1', maxLength: 100 })}
${renderField(state, { name: '/BillingInfo/TaxNumber', label: 'Tax number', maxLength: 50, hint: 'Shown on the invoice.' })}
</div></details>`

/** The country decides which taxes are charged. It is that of the organization unless another one is chosen. */
const countryField = (state: FieldState, countries: readonly RegistrationCountry[]): Html => {
  const home = countries.find(({ IsHome }) => IsHome)
  const own = {
    name: '/BillingInfo/Address/CountryId',
    label: 'Country',
    autocomplete: 'country-name',
    isRequired: true,
  }
  const choices = countries.map(({ CountryId, Name }) => ({ value: String(CountryId), label: Name ?? '' }))
  return renderSelect(state, own, choices, home && String(home.CountryId))
}

const hasAddress = ({ values, faults }: FieldState): boolean =>
  values.names.some((name) => isOfInvoice(name) && values.get(name) !== undefined) ||
  faults.some(({ field: name }) => name !== null && isOfInvoice(name))

const isOfInvoice = (name: string): boolean =>
  name === '/BillingInfo/TaxNumber' ||
  (name.startsWith('/BillingInfo/Address/') && name !== '/BillingInfo/Address/CountryId')

const lastFields = (state: FieldState, { ReferralSources }: Environment): Html => {
  const sources = (ReferralSources ?? []).map(({ WebReferralSourceTypeId, Name }) => ({
    value: String(WebReferralSourceTypeId),
    label: Name ?? '',
  }))
  const how = { name: '/WebReferralSourceTypeId', label: 'How did you hear of the event?' }
  return html`<h2>Anything else?</h2>
${sources.length > 0 && renderSelect(state, how, sources)}
${renderTextArea(state, { name: '/Comments', label: 'Message to the organizer', maxLength: 2000 })}`
}
