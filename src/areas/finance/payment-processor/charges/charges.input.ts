import type { ChargeAmountInput, NewGatewayChargeInput } from '#contract/finance/payment-processor'
import { badInput } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import { oneLine } from '#kernel/text/one-line'
import { containsCardNumber } from '../card-numbers.model.ts'
import type { NewCharge } from './charges.service.ts'

/** A card number, also with spaces or hyphens between its digits. */
const CARD_NUMBER = /^(?:\d[ -]?){12,18}\d$/

/** Parses a payment. @throws 400 for a card number: it must never reach this server, so it is not repeated anywhere. */
export const parseNewCharge = (input: NewGatewayChargeInput): Omit<NewCharge, 'requestKey'> => {
  const token = input.PaymentToken.trim()
  if (CARD_NUMBER.test(token)) throw badInput('/PaymentToken', 'must be a token of the processor, never a card number')
  if (!/^[\w-]+$/.test(token)) throw badInput('/PaymentToken', 'must be a token of the processor')
  if (containsCardNumber(input.Description ?? '')) throw badInput('/Description', 'must not contain a card number')
  return {
    gatewayId: input.PaymentGatewayId ?? null,
    contactId: input.ContactId ?? null,
    cents: toCents(input.Amount),
    token,
    description: oneLine(input.Description ?? '') || null,
    capturesAtOnce: input.Capture ?? false,
    applications: input.Applications ?? [],
  }
}

export const parseCents = ({ Amount }: ChargeAmountInput): number | undefined =>
  Amount === null || Amount === undefined ? undefined : toCents(Amount)
