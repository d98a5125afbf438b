import type { FastifyPluginAsync } from 'fastify'
import type { PayerOrder } from '#contract/events/cancellations'
import { writtenAmount } from '#kernel/money/written-amount'
import { requireOwnForm } from '#services/pages/form-pages'
import { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'
import { sendPage } from '#services/pages/send-page'
import { renderEventLine } from './event-header.presenter.ts'
import { FIELD } from './page-fields.model.ts'
import { type PageRequest, type PageVisit, readForm, sendMessage, visitPage } from './page-visit.service.ts'

const PUBLIC = { config: { isPublic: true }, schema: { hide: true } } as const

type Order = NonNullable<PayerOrder>

/**
 * Serves the page that cancels by the link of a confirmation, in two steps. Reading it changes nothing, because programs
 * follow links.
 */
export const cancelPages: FastifyPluginAsync<{ url: string }> = async (app, { url }) => {
  app.get(`${url}/cancel`, PUBLIC, async (request: PageRequest, reply) => {
    const visit = await visitPage(app, request, reply)
    const key = new FormValues(request.query).get('order') ?? ''
    const { Data: order, StatusMessage } = await visit.operations.openOrder(key, null)
    if (!order) return refuse(visit, StatusMessage)
    const people = (order.Registrations ?? []).filter(({ CanCancel }) => CanCancel)
    if (!order.CanCancel && people.length === 0)
      return refuse(visit, 'It is cancelled, or only the organizer can cancel it now.')
    return sendStep(
      visit,
      html`<fieldset><legend>Who is cancelled?</legend>${people.map(personChoice)}</fieldset>${hidden(FIELD.order, key)}
<button class="main-button" type="submit" name="${FIELD.action}" value="review">Continue</button>`,
    )
  })

  app.post(`${url}/cancel`, PUBLIC, async (request: PageRequest, reply) => {
    requireOwnForm(request)
    const visit = await visitPage(app, request, reply)
    const values = new FormValues(request.body)
    const key = values.get(FIELD.order) ?? ''
    const { Data: order, StatusMessage } = await visit.operations.openOrder(key, null)
    if (!order) return refuse(visit, StatusMessage)
    const ids = chosenIds(order, values)
    if (values.get(FIELD.action) === 'cancel')
      return cancel(visit, { key, ids, credit: Number(values.get(FIELD.total)) })
    return review(visit, order, key, ids)
  })
}

const personChoice = ({
  RegistrationId,
  DisplayName,
  ParticipantStatus,
}: NonNullable<Order['Registrations']>[number]) =>
  html`<label class="choice"><input type="checkbox" name="${fieldOf(RegistrationId)}" value="1" checked>
<span><span class="name"><b class="wrap">${DisplayName}</b></span><span class="hint">${ParticipantStatus}</span></span></label>`

const fieldOf = (registrationId: number): string => `person/${registrationId}`

/** Returns the chosen registrations; null for the whole order, if everybody in it is chosen. */
const chosenIds = ({ Registrations, CanCancel }: Order, values: FormValues): number[] | null => {
  const possible = (Registrations ?? []).filter((one) => one.CanCancel).map(({ RegistrationId }) => RegistrationId)
  const chosen = possible.filter((id) => values.get(fieldOf(id)) !== undefined)
  return CanCancel && chosen.length === possible.length ? null : chosen
}

/** Shows what is credited, and asks for the confirmation. */
const review = async (visit: PageVisit, order: Order, key: string, ids: number[] | null) => {
  if (ids?.length === 0) return refuse(visit, 'Choose who is cancelled. Open the link of the mail again.')
  const { Data: chosen, StatusMessage } = await visit.operations.openOrder(key, ids)
  if (!chosen?.CanCancel) return refuse(visit, StatusMessage ?? 'It cannot be cancelled now. Try again later.')
  const { CreditAmount, ReturnedAmount, CurrencyCode, CancelledIds } = chosen
  const amount = (value: number) => writtenAmount(value, CurrencyCode ?? '')
  const people = (order.Registrations ?? []).filter(({ RegistrationId }) => CancelledIds?.includes(RegistrationId))
  return sendStep(
    visit,
    html`<ul class="plain">${people.map(({ DisplayName }) => html`<li class="wrap">${DisplayName}</li>`)}</ul>
<p>${CreditAmount > 0 ? html`We credit <strong>${amount(CreditAmount)}</strong>.${ReturnedAmount > 0 && html` ${amount(ReturnedAmount)} is returned in the way that you paid.`}${CreditAmount > ReturnedAmount && html` ${amount(CreditAmount - ReturnedAmount)} is deducted from what you have to pay, or stays as your credit.`}` : 'Nothing is refunded.'}</p>
${people.map(({ RegistrationId }) => hidden(fieldOf(RegistrationId), '1'))}${hidden(FIELD.order, key)}${hidden(FIELD.total, String(CreditAmount))}
<button class="main-button" type="submit" name="${FIELD.action}" value="cancel">Cancel now</button>`,
  )
}

const cancel = async (
  visit: PageVisit,
  { key, ids, credit }: { key: string; ids: number[] | null; credit: number },
) => {
  const { Status, StatusMessage } = await visit.operations.cancelOrder(key, ids, credit)
  if (Status !== 0) return refuse(visit, StatusMessage)
  return sendMessage(visit, { title: 'Cancelled', text: 'You get a mail about the cancellation.', link: null })
}

const refuse = (visit: PageVisit, message: string | null) =>
  sendMessage(visit, {
    title: 'That did not work',
    text: message ?? 'The link is not valid. Use the link in the newest mail.',
    status: 422,
    link: 'Go to the event',
  })

const sendStep = async (visit: PageVisit, fields: Html) => {
  const { Event: event } = await readForm(visit, undefined)
  const content = html`<h1>Cancel the registration</h1>${renderEventLine(event)}
<form method="post" action="${visit.path}/cancel">${fields}</form>`
  return sendPage(visit.reply, page('Cancel the registration', content, { isForm: true, brand: visit.organization }))
}
