import { badInput } from '#kernel/errors/problem'

/** A card number, also with spaces or hyphens between its digits. */
const CARD_NUMBER = /^(?:\d[ -]?){12,18}\d$/

/** Parses a token of the processor. @throws 400 for a card number: it must never reach this server, so it is not repeated anywhere. */
export const parsePaymentToken = (sent: string, pointer = '/PaymentToken'): string => {
  const token = sent.trim()
  if (CARD_NUMBER.test(token)) throw badInput(pointer, 'must be a token of the processor, never a card number')
  if (!/^[\w-]+$/.test(token)) throw badInput(pointer, 'must be a token of the processor')
  return token
}
