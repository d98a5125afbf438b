import type { RegistrationCountry, RegistrationPaymentOption } from '#contract/events/public-registration'
import type { FormValues } from '#services/pages/form-values'
import { type Html, html } from '#services/pages/html'
import { hidden, page } from '#services/pages/layout'
import { CAPTCHA_SCRIPT_PATH } from '../captcha-script.model.ts'
import { renderEventLine } from '../event-header.presenter.ts'
import { renderErrorSummary } from '../fields.presenter.ts'
import type { Environment, PageForm } from '../form/page-form.input.ts'
import type { PageFault } from '../page-faults.model.ts'
import { FIELD } from '../page-fields.model.ts'
import type { SignInView } from '../page-visit.service.ts'
import { renderFormToken } from '../sign-in.presenter.ts'
import { findAttendeeName, renderEntered } from './entered.presenter.ts'
import {
  challengesOf,
  labelPayment,
  payable,
  renderPaymentChoice,
  renderTotals,
  type Splits,
} from './payment.presenter.ts'

export interface ReviewView {
  organization: string
  environment: Environment
  countries: readonly RegistrationCountry[]
  /** The captcha of the second request: the form reserves the seats and submits the cart. */
  second: Environment['Captcha']
  values: FormValues
  form: PageForm
  splits: Splits
  faults: readonly PageFault[]
  signIn: SignInView
}

/** Renders what a visitor has entered, with the total and the choice of how to pay. */
export const renderReviewPage = (view: ReviewView): string => {
  const { organization, environment, second, values, form, splits, faults, signIn } = view
  const { Event: event, Captcha, PaymentOptions } = environment
  const options = payable(PaymentOptions)
  const challenges = values.get(FIELD.link) === undefined ? challengesOf([Captcha, second]) : undefined
  const content = html`<h1>Check your registration</h1>
${renderEventLine(event)}
${renderErrorSummary(faults)}
${renderEntered(view)}
${renderTotals(splits, (pointer) => findAttendeeName(form, pointer))}
<form method="post" novalidate action="" ${challenges !== undefined && html`data-captcha="${challenges}"`}>
${hiddenValues(values)}${renderFormToken(signIn)}
${hidden(FIELD.captcha, '')}${hidden(FIELD.secondCaptcha, '')}${hidden(FIELD.total, String(splits.AmountDue))}
${paymentOrReason(values, faults, options, splits.AmountDue)}
${mailNote(values, challenges)}
<p class="status soft" role="status" data-captcha-status></p>
<div class="pair"><button type="submit" class="more-button" name="${FIELD.action}" value="edit">Change</button>
${canPay(options, splits.AmountDue) && html`<button type="submit" class="main-button" name="${FIELD.action}" value="confirm">${labelPayment(splits.AmountDue)}</button>`}</div>
</form>`
  const script = challenges === undefined ? {} : { script: CAPTCHA_SCRIPT_PATH }
  return page(`${faults.length > 0 ? 'Error: ' : ''}Check your registration`, content, {
    isForm: true,
    brand: organization,
    ...script,
  })
}

const canPay = (options: readonly RegistrationPaymentOption[], due: number): boolean => due === 0 || options.length > 0

const paymentOrReason = (
  values: FormValues,
  faults: readonly PageFault[],
  options: RegistrationPaymentOption[],
  due: number,
): Html | undefined =>
  canPay(options, due)
    ? renderPaymentChoice({ values, faults }, options, due)
    : html`<p class="note">This event cannot be paid on this page. Please contact the organizer.</p>`

/** Without a script that solves the captcha, a link in a mail is the way to continue. */
const mailNote = (values: FormValues, challenges: string | undefined): Html | undefined => {
  if (values.get(FIELD.link) !== undefined) return undefined
  const address = values.get('/BillingInfo/EmailAddress')
  const note = html`To confirm, you get a mail with a link to <strong class="wrap">${address}</strong>. Nothing is reserved before you follow it.`
  return challenges === undefined
    ? html`<p class="note">${note}</p>`
    : html`<noscript><p class="note">Your browser runs no scripts. ${note}</p></noscript><p class="note" hidden data-mail-note>${note}</p>`
}

const OWN: ReadonlySet<string> = new Set([
  ...[FIELD.action, FIELD.form, FIELD.captcha, FIELD.secondCaptcha, FIELD.total, FIELD.payment, FIELD.orderNumber],
])

/** Renders everything that was entered, so that the next request has it: nothing is stored on the server. */
const hiddenValues = (values: FormValues): Html =>
  html`${values.names.filter((name) => !OWN.has(name)).flatMap((name) => values.list(name).map((value) => hidden(name, value)))}`
