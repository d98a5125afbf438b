import type {
  RegistrationCaptcha,
  RegistrationPaymentOption,
  RegistrationSplits,
} from '#contract/events/public-registration'
import { writtenAmount } from '#kernel/money/written-amount'
import { type Html, html } from '#services/pages/html'
import { hidden } from '#services/pages/layout'
import { type FieldState, renderChoiceGroup, renderField } from '../fields.presenter.ts'
import { FIELD } from '../page-fields.model.ts'

export type Splits = NonNullable<RegistrationSplits>
type Captcha = NonNullable<RegistrationCaptcha>

/** Renders the lines of what is registered for, with the total. @param nameOf the attendee of a line; empty for other lines. */
export const renderTotals = (splits: Splits, nameOf: (pointer: string) => string): Html => {
  const currency = splits.CurrencyCode ?? ''
  const amount = (value: number) => writtenAmount(value, currency)
  const row = (label: string, value: number) => html`<tr><th scope="row">${label}</th><td>${amount(value)}</td></tr>`
  const lines = (splits.Lines ?? []).map(({ Name, Quantity, UnitPrice, Pointer, Discount, DiscountName }) => {
    const person = nameOf(Pointer ?? '')
    const what = `${Quantity > 1 ? `${Quantity} × ` : ''}${Name ?? ''}`
    return html`${row(person === '' ? what : `${what}, ${person}`, Quantity * UnitPrice)}
${Discount > 0 && row(`Discount${DiscountName === null ? '' : `: ${DiscountName}`}`, -Discount)}`
  })
  return html`<table class="lines"><caption>What it costs</caption><tbody>${lines}
${splits.TaxTotal !== 0 && row('Tax', splits.TaxTotal)}
${splits.VoucherAmount !== 0 && row('Vouchers', -splits.VoucherAmount)}
${splits.ExchangeAmount !== 0 && row('Tickets that you give back', -splits.ExchangeAmount)}</tbody>
<tfoot>${row('Total', splits.AmountDue)}</tfoot></table>`
}

/** The ways to pay that need no form of the payment service in this page. */
const PAGE_KINDS: ReadonlySet<string> = new Set(['Hosted', 'Invoice'])

export const payable = (options: readonly RegistrationPaymentOption[] | null): RegistrationPaymentOption[] =>
  (options ?? []).filter(({ Kind }) => PAGE_KINDS.has(Kind ?? ''))

/** Renders the choice of how to pay; nothing for what is free. */
export const renderPaymentChoice = (
  state: FieldState,
  options: readonly RegistrationPaymentOption[],
  amountDue: number,
): Html | undefined => {
  if (amountDue === 0) return hidden(FIELD.payment, 'Free')
  const choices = options.map(({ Kind, Name, Instructions }) => ({
    value: Kind ?? '',
    label: Name ?? '',
    detail: Instructions ?? undefined,
  }))
  const hasInvoice = options.some(({ Kind }) => Kind === 'Invoice')
  const preset = choices[0]?.value
  return html`${renderChoiceGroup(state, { name: FIELD.payment, legend: 'How do you want to pay?', type: 'radio', preset, choices })}
${hasInvoice && renderField(state, { name: FIELD.orderNumber, label: 'Your purchase order number', hint: 'Shown on the invoice.', maxLength: 50 })}`
}

export const labelPayment = (amountDue: number): string => (amountDue === 0 ? 'Register' : 'Register and pay')

/**
 * Returns the challenges that the script of the page solves, as its form has them. Only a proof of work can be solved there.
 */
export const challengesOf = (captchas: readonly (Captcha | null)[]): string | undefined => {
  const solvable = captchas.flatMap((captcha) => (captcha?.Kind === 'ProofOfWork' ? [captcha] : []))
  if (solvable.length < captchas.length) return undefined
  return JSON.stringify(
    solvable.map(({ Algorithm, Challenge, Salt, MaxNumber, Signature }) => ({
      algorithm: Algorithm,
      challenge: Challenge,
      salt: Salt,
      maxNumber: MaxNumber,
      signature: Signature,
    })),
  )
}
