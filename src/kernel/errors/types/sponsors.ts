import type { ProblemType } from './problem-type.ts'

/** Sponsorships. */
export const sponsors = {
  'sponsor-rule': {
    status: [422],
    meaning: 'The input breaks a rule of sponsorships.',
    advice: 'See `errors`: it names the fields, and says what they must be.',
  },
  'sponsors-full': {
    status: [422],
    meaning: 'The sponsorship type would have more approved sponsors on one day than its MaxQuantity.',
    advice: 'End or decline another sponsor, choose other days, or raise MaxQuantity of the type.',
  },
  'sponsor-paid': {
    status: [409],
    meaning: 'Payments or credits are applied to the invoice of the sponsor, so that it cannot be voided.',
    advice: 'Void or refund them first, or set EndDate to end the sponsorship early. InvoiceId contains the invoice.',
  },
} as const satisfies Record<string, ProblemType>
