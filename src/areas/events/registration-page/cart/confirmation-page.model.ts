import type { RegistrationConfirmation } from '#contract/events/public-registration'
import { writtenAmount } from '#kernel/money/written-amount'
import { html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import { eventLine, type PageEvent } from '../event-header.presenter.ts'

export type Confirmation = NonNullable<RegistrationConfirmation>

const PAYMENTS: ReadonlyMap<string, string> = new Map([
  ['Paid', 'Paid'],
  ['Processing', 'The payment is on its way'],
  ['Open', 'To be paid by invoice'],
])

/** The confirmation of a cart that was submitted. */
export const confirmationPage = (organization: string, event: PageEvent, confirmed: Confirmation): string => {
  const { ConfirmationNumber, Registrations, InvoiceNumber, PaymentStatus, CurrencyCode, Total, Balance } = confirmed
  const isWaiting =
    (Registrations ?? []).length > 0 && (Registrations ?? []).every((row) => row.ParticipantStatusId === WAITING)
  const title = isWaiting ? 'You are on the waiting list' : 'You are registered'
  const payment = PAYMENTS.get(PaymentStatus ?? '')
  const amount = (value: number) => writtenAmount(value, CurrencyCode ?? '')
  return page(
    title,
    html`<h1>${title}</h1>
${eventLine(event)}
<dl class="facts">
<dt>Confirmation number</dt><dd><strong>${ConfirmationNumber}</strong></dd>
${InvoiceNumber && html`<dt>Invoice</dt><dd>${InvoiceNumber}</dd>`}
${Total > 0 && html`<dt>Total</dt><dd>${amount(Total)}</dd>`}
${payment !== undefined && html`<dt>Payment</dt><dd>${payment}${Balance > 0 && Balance < Total && html`, ${amount(Balance)} open`}</dd>`}
</dl>
<h2>Attendees</h2>
<ul class="plain">${(Registrations ?? []).map((row) => html`<li class="wrap">${row.DisplayName} <span class="badge">${row.ParticipantStatus}</span></li>`)}</ul>
${isWaiting && html`<p class="soft">You get a mail as soon as a seat is free for you.</p>`}
<p class="soft">Keep the confirmation number for questions to the organizer.</p>`,
    { isForm: true, brand: organization },
  )
}

const WAITING = 11
