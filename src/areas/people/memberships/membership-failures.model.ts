import { type FailureKind, sentence } from '#services/tenant-log/failure-kinds'
import { membershipEvents } from './memberships.events.ts'

export const membershipFailures = {
  refused: {
    name: 'membershipRefused',
    level: 'Warning',
    logType: 'Membership',
    entityType: 'membership',
    meaning: 'A rule rejected the renewal or the drop of a membership by the nightly run.',
    remedy: 'Correct what the reason names. The next nightly run tries again.',
  },
  collectionFailed: {
    name: 'collectionFailed',
    level: 'Warning',
    logType: 'Payment',
    entityType: 'membership',
    meaning: 'A part of a payment plan was not collected.',
    remedy: 'If no other attempt follows, ask the payer for another means of payment.',
    reportedBy: {
      kinds: [membershipEvents.paymentFailed],
      describe: (id, { partNumber, attempt, invoiceId, nextAttemptDate, problem }) => ({
        key: id,
        details: { InvoiceId: invoiceId, NextAttemptDate: nextAttemptDate },
        what: `Part ${String(partNumber)} of the membership ${id} was not collected in attempt ${String(attempt)}. ${sentence(problem)}`,
      }),
    },
  },
} as const satisfies Record<string, FailureKind>
