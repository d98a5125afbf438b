import { parsePaymentToken } from '#areas/finance/payment-processor/charges/payment-tokens.service'
import type { RegistrationSubmissionInput } from '#contract/events/public-registration'
import { Problem } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import { optionalLine } from '#kernel/text/one-line'
import type { OpenEvent } from '../event-visit.queries.ts'
import { fault, formRefused, totalChanged } from '../refusals.model.ts'

/** What a payer sends to pay for a cart. */
export type SubmissionPayment = Omit<RegistrationSubmissionInput, 'CartKey'>

export interface CartPayment {
  kind: 'Card' | 'BankDebit' | 'Hosted' | 'Invoice' | 'Free'
  /** The means of payment at the processor. */
  token: string | null
  purchaseOrderNumber: string | null
}

/** Requires that the payer agreed to the amount that is due. @throws RegistrationRefusal 409; 422 if it is missing. */
export const requireAgreedTotal = (dueCents: number, { ExpectedTotal }: SubmissionPayment): void => {
  if (ExpectedTotal == null) {
    if (dueCents === 0) return
    throw formRefused([fault('/ExpectedTotal', 'required', 'Send the amount due that the payer was shown.')])
  }
  if (toCents(ExpectedTotal) !== dueCents) throw totalChanged(dueCents)
}

/**
 * Parses how a cart is paid. Nothing is collected if nothing is due. Staff can leave any registration to an invoice.
 *
 * @throws RegistrationRefusal 422.
 */
export const parsePayment = (
  { paymentKinds }: Pick<OpenEvent, 'paymentKinds'>,
  dueCents: number,
  { PaymentKind, PaymentToken, PurchaseOrderNumber, ReturnUrl }: SubmissionPayment,
  isStaff: boolean,
): CartPayment => {
  const purchaseOrderNumber = optionalLine(PurchaseOrderNumber)
  if (dueCents === 0) return { kind: 'Free', token: null, purchaseOrderNumber }
  const isOffered = paymentKinds.includes(PaymentKind) || (isStaff && PaymentKind === 'Invoice')
  if (PaymentKind === 'Free' || !isOffered)
    throw formRefused([fault('/PaymentKind', 'unknown', 'The event does not offer this way to pay.')])
  if (PaymentKind === 'Hosted' && !ReturnUrl)
    throw formRefused([fault('/ReturnUrl', 'required', 'The address to return to after the payment is missing.')])
  const token = PaymentKind === 'Card' || PaymentKind === 'BankDebit' ? parseToken(PaymentToken) : null
  return { kind: PaymentKind, token, purchaseOrderNumber }
}

const parseToken = (sent: string | null | undefined): string => {
  if (!sent?.trim()) throw formRefused([fault('/PaymentToken', 'required', 'The means of payment is missing.')])
  try {
    return parsePaymentToken(sent)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = 'Send a token of the payment processor, never a card number.'
    throw formRefused([fault('/PaymentToken', 'format', message)])
  }
}
