import type { RegistrationSplits } from '#contract/events/public-registration'
import { writtenAmount } from '#kernel/money/written-amount'
import { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'
import { renderEventLine } from '../event-header.presenter.ts'
import { type FieldState, renderErrorSummary, renderField, renderQuestions, renderSelect } from '../fields.presenter.ts'
import { renderItems } from '../form/offers.presenter.ts'
import type { Environment } from '../form/page-form.input.ts'
import type { PageFault } from '../page-faults.model.ts'
import { FIELD } from '../page-fields.model.ts'
import type { SignInView } from '../page-visit.service.ts'
import { renderTotals } from '../review/payment.presenter.ts'
import { renderFormToken, renderSignIn } from '../sign-in.presenter.ts'
import { type Order, type PageChange, personField, selectTicketQuestions } from './change.input.ts'

export interface ChangeView {
  organization: string
  /** The path of the page of the event. */
  path: string
  /** The key of the order. */
  key: string
  order: Order
  environment: Environment
  values: FormValues
  faults: readonly PageFault[]
  signIn: SignInView
}

type Person = NonNullable<Order['Registrations']>[number]

const TITLE = 'Change your registration'

/** Renders the forms that change an order: tickets and items together, and the name of each person. */
export const renderChangePage = (view: ChangeView): string => {
  const { organization, environment, order, faults, signIn, path, key } = view
  const people = order.Registrations ?? []
  const content = html`<h1>${TITLE}</h1>${renderEventLine(environment.Event)}
<p class="soft">Confirmation number <strong>${order.ConfirmationNumber}</strong></p>
${renderErrorSummary(faults)}
${order.CanChange && renderSignIn(signIn, environment, `${path}/change?${new URLSearchParams({ order: key })}`)}
${order.CanChange && changeForm(view, people)}
${people.filter(({ CanRename }) => CanRename).map((person) => nameForm(view, person))}`
  return page(`${faults.length > 0 ? 'Error: ' : ''}${TITLE}`, content, { isForm: true, brand: organization })
}

const start = ({ signIn, key }: Pick<ChangeView, 'signIn' | 'key'>): Html =>
  html`${renderFormToken(signIn)}${hidden(FIELD.order, key)}`

const changeForm = (view: ChangeView, people: readonly Person[]): Html => {
  const { environment, values, faults, path } = view
  const state: FieldState = { values, faults }
  const currency = environment.Event.CurrencyCode ?? ''
  const changeable = people.filter(({ CanChange }) => CanChange)
  return html`<form method="post" action="${path}/change" novalidate>${start(view)}
${changeable.length > 0 && html`<h2>Another ticket</h2><p class="soft">You pay the difference. What your ticket cost is deducted.</p>`}
${changeable.map((person) => ticketField(view, state, person, currency))}
${renderItems({ ...state, environment, currency })}
<button class="main-button" type="submit" name="${FIELD.action}" value="review">Show the price</button>
<p class="soft small">Nothing is changed or paid yet.</p></form>`
}

const ticketField = (
  { environment }: ChangeView,
  state: FieldState,
  { RegistrationId: id, DisplayName, EventRegistrationTypeId: own }: Person,
  currency: string,
): Html => {
  // The seat of a full event stays: whether the ticket itself is sold out is found by the price.
  const isFull = environment.Event.SeatsLeft === 0
  const types = (environment.RegistrationTypes ?? []).filter(
    (type) =>
      type.EventRegistrationTypeId === own ||
      (type.SeatsPerRegistration === 1 && !type.IsInvitationOnly && (type.SeatsLeft !== 0 || isFull)),
  )
  const choices = types.map((type) => ({
    value: String(type.EventRegistrationTypeId),
    label: `${type.Name}, ${type.YourPrice === 0 ? 'free' : writtenAmount(type.YourPrice, currency)}${type.EventRegistrationTypeId === own ? ' (current)' : ''}`,
  }))
  const field = { name: personField(id, 'ticket'), label: `Ticket of ${DisplayName}`, isRequired: true }
  const questions = selectTicketQuestions(environment).filter(({ RegistrationTypeIds }) =>
    types.some((type) => RegistrationTypeIds?.includes(type.EventRegistrationTypeId)),
  )
  return html`${renderSelect(state, field, choices, String(own))}
${renderQuestions(state, questions, personField(id, 'asked'), environment.RegistrationTypes ?? [])}`
}

const nameForm = (view: ChangeView, person: Person): Html => {
  const { values, faults, path } = view
  const { RegistrationId: id } = person
  const field = (name: 'FirstName' | 'LastName' | 'EmailAddress') => personField(id, name)
  const known = new Map<string, string | null>([
    [field('FirstName'), person.FirstName],
    [field('LastName'), person.LastName],
    [field('EmailAddress'), person.EmailAddress],
  ])
  // What was sent is shown again; otherwise the current name.
  const shown = [...known].map(([name, current]) => [name, values.get(name) ?? current ?? ''])
  const state: FieldState = { values: new FormValues(Object.fromEntries(shown)), faults }
  return html`<form method="post" action="${path}/change" novalidate>${start(view)}
<fieldset class="panel"><legend>Name of ${person.DisplayName}</legend><div class="columns">
${renderField(state, { name: field('FirstName'), label: 'First name', isRequired: true, maxLength: 100 })}
${renderField(state, { name: field('LastName'), label: 'Last name', isRequired: true, maxLength: 100 })}
</div>${renderField(state, { name: field('EmailAddress'), label: 'Email address', type: 'email', maxLength: 254 })}
<button class="more-button" type="submit" name="${FIELD.action}" value="rename-${id}">Change the name of ${person.DisplayName}</button></fieldset></form>`
}

/** Renders what a change costs. */
export const renderChangeReview = (
  view: Omit<ChangeView, 'faults'>,
  { body }: PageChange<{ Registrations?: readonly { RegistrationId: number }[] | null }>,
  splits: NonNullable<RegistrationSplits>,
): string => {
  const { organization, environment, order, values, path } = view
  const nameOf = (pointer: string): string => {
    const at = /^\/Registrations\/(\d+)/.exec(pointer)?.[1]
    const id = body.Registrations?.[Number(at ?? -1)]?.RegistrationId
    return order.Registrations?.find(({ RegistrationId }) => RegistrationId === id)?.DisplayName ?? ''
  }
  const kept = values.names.filter((name) => name !== FIELD.action && name !== FIELD.form && name !== FIELD.order)
  const content = html`<h1>Check the change</h1>${renderEventLine(environment.Event)}
${renderTotals(splits, nameOf)}
<form method="post" action="${path}/change" novalidate>${start(view)}
${kept.flatMap((name) => values.list(name).map((value) => hidden(name, value)))}
<p class="soft">Your present tickets stay valid until the change is confirmed.</p>
<div class="pair"><a class="back-link" href="${path}/change?order=${encodeURIComponent(view.key)}">Back</a>
<button class="main-button" type="submit" name="${FIELD.action}" value="reserve">Reserve, and continue</button></div></form>`
  return page('Check the change', content, { isForm: true, brand: organization })
}
