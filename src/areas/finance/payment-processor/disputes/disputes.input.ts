import type { DisputeEditInput } from '#contract/finance/payment-processor'
import { badInput, badInputs, notFound } from '#kernel/errors/problem'
import { containsCardNumber } from '../card-numbers.model.ts'
import { EVIDENCE_FIELDS, TEXT_FIELDS } from './disputes.model.ts'

/** Numbers of parcels can look like those of cards. */
const CHECKED_TEXTS = TEXT_FIELDS.filter((field) => field !== 'shipping_tracking_number')

/**
 * Parses the evidence fields that the body contains; an empty text clears a field. A field that is left out is not in
 * it.
 *
 * @throws 400 for a card number: it must never reach this server, so it is not repeated anywhere.
 */
export const parseEvidence = (body: DisputeEditInput): Record<string, string> => {
  const faults = CHECKED_TEXTS.filter((field) => containsCardNumber(body[field] ?? '')).map((field) => ({
    pointer: `/${field}`,
    message: 'must not contain a card number',
  }))
  if (faults.length > 0) throw badInputs(faults)
  return Object.fromEntries(
    EVIDENCE_FIELDS.flatMap((field) => {
      const value = body[field]
      return value === undefined ? [] : [[field, (value ?? '').trim()]]
    }),
  )
}

/** Parses the id of a path that documents digits. @throws 400 for 0; 404 beyond 2^53. */
export const parseTransactionId = (digits: string): number => {
  const id = Number(digits)
  if (Number.isSafeInteger(id) && id >= 1) return id
  if (id >= 1) throw notFound('dispute')
  throw badInput('path:epaymenttransactionid', 'must be at least 1')
}
