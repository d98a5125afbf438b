import type { RegistrationConfirmation } from '#contract/events/public-registration'
import { writtenAmount } from '#kernel/money/written-amount'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'
import { CAPTCHA_SCRIPT_PATH } from '../captcha-script.model.ts'
import { type PageEvent, renderEventLine, zoneOf } from '../event-header.presenter.ts'
import { writeClock, writeTime } from '../event-times.model.ts'
import { renderErrorSummary } from '../fields.presenter.ts'
import type { Environment } from '../form/page-form.input.ts'
import type { PageFault } from '../page-faults.model.ts'
import { FIELD } from '../page-fields.model.ts'
import type { SignInView } from '../page-visit.service.ts'
import { challengesOf, labelPayment, payable, renderPaymentChoice, renderTotals } from '../review/payment.presenter.ts'
import { renderFormToken } from '../sign-in.presenter.ts'

export type Cart = NonNullable<Environment['Cart']>

export interface CartView {
  organization: string
  environment: Environment
  cart: Cart
  values: FormValues
  faults: readonly PageFault[]
  /** The path of its page. */
  action: string
  /** Where a payment that is under way continues; null without one. */
  nextUrl: string | null
  now: Date
  signIn: SignInView
}

/** Renders a cart that is not paid yet: its seats are reserved for a while. */
export const renderCartPage = (view: CartView): string => {
  const { organization, environment, cart, values, faults, nextUrl, action, now, signIn } = view
  const { Event: event, Captcha, PaymentOptions } = environment
  const due = cart.Splits?.AmountDue ?? 0
  const isUnderWay = nextUrl !== null
  const challenges = isUnderWay || values.get(FIELD.link) !== undefined ? undefined : challengesOf([Captcha])
  const title = isUnderWay ? 'Your payment is not finished' : 'Finish your registration'
  const content = html`<h1>${title}</h1>
${renderEventLine(event)}
${renderErrorSummary(faults, 'That did not work')}
${cart.HoldExpires !== null && html`<p class="note">Your seats are reserved until ${heldUntil(cart.HoldExpires, zoneOf(event), now)}.</p>`}
${rows(cart)}
${cart.Splits && renderTotals(cart.Splits, (pointer) => rowOf(cart, pointer))}
${isUnderWay && html`<p><a class="main-link" href="${nextUrl}">Continue to the payment</a></p>`}
<form method="post" novalidate action="${action}" ${challenges !== undefined && html`data-captcha="${challenges}"`}>
${isUnderWay && html`<h2>Pay another way</h2>`}
${renderFormToken(signIn)}${hidden(FIELD.captcha, '')}${hidden(FIELD.total, String(due))}${hidden(FIELD.link, values.get(FIELD.link) ?? '')}
${renderPaymentChoice({ values, faults }, payable(PaymentOptions), due)}
<p class="status soft" role="status" data-captcha-status></p>
<button type="submit" class="main-button" name="${FIELD.action}" value="confirm">${labelPayment(due)}</button>
</form>`
  const script = challenges === undefined ? {} : { script: CAPTCHA_SCRIPT_PATH }
  return page(title, content, { isForm: true, brand: organization, ...script })
}

/** The time of day; with its day for an offer that lasts longer. */
const heldUntil = (until: string, zone: string, now: Date): string =>
  Date.parse(until) - now.getTime() < DAY_MS ? writeClock(until, zone) : writeTime(until, zone)

const DAY_MS = 86_400_000

const rows = ({ Registrations }: Pick<Cart, 'Registrations'>): Html | undefined =>
  (Registrations ?? []).length === 0
    ? undefined
    : html`<h2>Attendees</h2><ul class="plain">${(Registrations ?? []).map(
        ({ DisplayName, ParticipantStatusId, ParticipantStatus }) =>
          html`<li class="wrap">${DisplayName}${ParticipantStatusId !== IN_CART && html` <span class="badge">${ParticipantStatus}</span>`}</li>`,
      )}</ul>`

const IN_CART = 14

const rowOf = ({ Registrations }: Cart, pointer: string): string =>
  (Registrations ?? []).find((row) => row.Pointer !== null && pointer.startsWith(row.Pointer))?.DisplayName ?? ''

type CartRow = NonNullable<Cart['Registrations']>[number]
export type Confirmation = NonNullable<RegistrationConfirmation>

const PAYMENTS: ReadonlyMap<string, string> = new Map([
  ['Paid', 'Paid'],
  ['Processing', 'The payment is on its way'],
  ['Open', 'To be paid by invoice'],
])

export interface ConfirmationView {
  organization: string
  event: PageEvent
  confirmed: Confirmation
  /** The path of the file for calendar programs. */
  calendarPath: string
}

/** Renders the confirmation of a cart that was submitted. */
export const renderConfirmationPage = ({ organization, event, confirmed, calendarPath }: ConfirmationView): string => {
  const { Registrations } = confirmed
  const isWaiting =
    (Registrations ?? []).length > 0 && (Registrations ?? []).every((row) => row.ParticipantStatusId === WAITING)
  const title = isWaiting ? 'You are on the waiting list' : 'You are registered'
  const hasCodes = (Registrations ?? []).some(({ CheckInCode }) => CheckInCode !== null)
  return page(
    title,
    html`<h1>${title}</h1>
${renderEventLine(event)}
${renderFacts(confirmed)}
${(Registrations ?? []).length > 0 && html`<h2>Attendees</h2><ul class="plain">${(Registrations ?? []).map(confirmedAttendee)}</ul>`}
${confirmed.CalendarFile !== null && html`<p><a href="${calendarPath}">Add to your calendar</a></p>`}
${isWaiting && html`<p class="soft">You get a mail as soon as a seat is free for you.</p>`}
<p class="soft">Keep the confirmation number for questions to the organizer.${hasCodes && html` The check-in code is asked for at the entrance.`}</p>`,
    { isForm: true, brand: organization },
  )
}

const renderFacts = (confirmed: Confirmation): Html => {
  const { ConfirmationNumber, InvoiceNumber, PaymentStatus, CurrencyCode, Total, Balance } = confirmed
  const payment = PAYMENTS.get(PaymentStatus ?? '')
  const amount = (value: number) => writtenAmount(value, CurrencyCode ?? '')
  return html`<dl class="facts">
<dt>Confirmation number</dt><dd><strong>${ConfirmationNumber}</strong></dd>
${InvoiceNumber && html`<dt>Invoice</dt><dd>${InvoiceNumber}</dd>`}
${Total > 0 && html`<dt>Total</dt><dd>${amount(Total)}</dd>`}
${payment !== undefined && html`<dt>Payment</dt><dd>${payment}${Balance > 0 && Balance < Total && html`, ${amount(Balance)} open`}</dd>`}
</dl>`
}

const confirmedAttendee = ({ DisplayName, ParticipantStatus, CheckInCode }: CartRow): Html =>
  html`<li class="wrap">${DisplayName} <span class="badge">${ParticipantStatus}</span>${CheckInCode !== null && html`<br><span class="soft">Check-in code</span> <strong>${CheckInCode}</strong>`}</li>`

const WAITING = 11
