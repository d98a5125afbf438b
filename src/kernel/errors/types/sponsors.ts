import type { ProblemType } from './problem-type.ts'

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
  'sponsor-invoice': {
    status: [409],
    meaning: 'The invoice is that of an approved or ended sponsor. SponsorId is the sponsor.',
    advice: 'Decline the sponsor instead, or issue a credit.',
  },
  'sponsor-ended': {
    status: [409],
    meaning: 'The sponsorship has ended, so that its invoice stays in the books.',
    advice: 'If the approval was a mistake, set EndDate to today or later, and decline the sponsor.',
  },
  'sponsor-paid': {
    status: [409],
    meaning:
      'Payments or credits are applied to the invoice of the sponsor, so that it cannot be voided; or the fee of a sponsor of an event is paid.',
    advice: 'Void or refund them first, or set EndDate to end the sponsorship early. InvoiceId contains the invoice.',
  },
} as const satisfies Record<string, ProblemType>
