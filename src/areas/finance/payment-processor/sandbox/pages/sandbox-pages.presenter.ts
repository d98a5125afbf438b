import { writtenAmount } from '#kernel/money/written-amount'
import { type Html, html } from '#services/pages/html'
import { alert, page } from '#services/pages/layout'
import type { VisiblePage } from './sandbox-pages.service.ts'

/** The cards that a payer can choose. */
export const TEST_CARDS: ReadonlyMap<string, string> = new Map([
  ['tok_visa', 'Visa •••• 4242 (accepted)'],
  ['tok_mastercard', 'Mastercard •••• 4444 (accepted)'],
  ['tok_chargeDeclined', 'Visa •••• 0002 (declined)'],
  ['tok_chargeDeclinedInsufficientFunds', 'Visa •••• 9995 (insufficient funds)'],
  ['tok_chargeDeclinedExpiredCard', 'Visa •••• 0069 (expired)'],
])

export interface PaymentView {
  /** The organization that is paid. */
  payee: string
  payment: VisiblePage
  /** Why the card that the payer chose was declined. */
  decline: string | null
  chosen: string | undefined
}

export const renderPaymentPage = ({ payee, payment, decline, chosen = 'tok_visa' }: PaymentView): string => {
  const amount = writtenAmount(payment.cents / 100, payment.currencyCode)
  return page(
    decline === null ? 'Payment' : 'Payment declined',
    html`<h1>Pay ${amount}</h1>
<p class="soft wrap">To <strong>${payee}</strong><br>${payment.description}</p>
<p class="note">This is a test. No money is moved.</p>
${alert(decline === null ? undefined : `${decline} Choose another card, or cancel.`)}
<form method="post">
<fieldset><legend>Test card</legend>
${[...TEST_CARDS].map(([token, label]) => card(token, label, token === chosen))}
</fieldset>
<button class="main-button" type="submit">Pay ${amount}</button>
</form>
<p class="small"><a class="back-link" href="${payment.cancelUrl}">Cancel and return to ${payee}</a></p>`,
    { brand: payee },
  )
}

const card = (token: string, label: string, isChosen: boolean): Html =>
  html`<label class="choice"><input type="radio" name="card" value="${token}" ${isChosen && html`checked`}><span>${label}</span></label>`

export const renderExpiredPage = ({ payee, payment }: Pick<PaymentView, 'payee' | 'payment'>): string =>
  page(
    'Payment expired',
    html`<h1>This payment has expired</h1>
<p class="soft wrap">Nothing was paid to <strong>${payee}</strong>.</p>
<p><a href="${payment.cancelUrl}">Return to ${payee}</a></p>`,
    { brand: payee },
  )
