import type { ChargeAmountInput, NewGatewayChargeInput } from '#contract/finance/payment-processor'
import { badInput } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import { optionalLine } from '#kernel/text/one-line'
import { containsCardNumber } from '../card-numbers.model.ts'
import type { NewCharge } from './charges.service.ts'
import { parsePaymentToken } from './payment-tokens.service.ts'

/** Parses a payment. @throws 400 for a card number: it must never reach this server, so it is not repeated anywhere. */
export const parseNewCharge = (input: NewGatewayChargeInput): Omit<NewCharge, 'requestKey'> => {
  const token = parsePaymentToken(input.PaymentToken)
  if (containsCardNumber(input.Description ?? '')) throw badInput('/Description', 'must not contain a card number')
  return {
    gatewayId: input.PaymentGatewayId ?? null,
    contactId: input.ContactId ?? null,
    cents: toCents(input.Amount),
    token,
    description: optionalLine(input.Description),
    capturesAtOnce: input.Capture ?? false,
    applications: input.Applications ?? [],
  }
}

export const parseCents = ({ Amount }: ChargeAmountInput): number | undefined =>
  Amount === null || Amount === undefined ? undefined : toCents(Amount)
