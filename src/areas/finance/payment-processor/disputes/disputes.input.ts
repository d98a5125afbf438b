import type { DisputeEditInput } from '#contract/finance/payment-processor'
import { badInput } from '#kernel/errors/problem'
import { EVIDENCE_FIELDS } from './disputes.model.ts'

/** The evidence fields that the body contains; an empty text clears a field. A field that is left out is not in it. */
export const parseEvidence = (body: DisputeEditInput): Record<string, string> =>
  Object.fromEntries(
    EVIDENCE_FIELDS.flatMap((field) => {
      const value = body[field]
      return value === undefined ? [] : [[field, (value ?? '').trim()]]
    }),
  )

const MAX_ID = 2_147_483_647

/** The id of a path that documents digits. */
export const parseTransactionId = (digits: string): number => {
  const id = Number(digits)
  if (id >= 1 && id <= MAX_ID) return id
  throw badInput('path:epaymenttransactionid', `must be from 1 to ${MAX_ID}`)
}
