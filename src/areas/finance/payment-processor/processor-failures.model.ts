import { type FailureKind, sentence } from '#services/tenant-log/failure-kinds'
import { chargeEvents, reportEvents } from './payment-processor.events.ts'

export const processorFailures = {
  charge: {
    name: 'chargeFailed',
    level: 'Warning',
    logType: 'Payment',
    entityType: 'charge',
    meaning: 'The payment processor declined a charge or a bank debit.',
    remedy: 'Ask the payer for another means of payment. If the charge was to pay an invoice, the invoice stays open.',
    reportedBy: {
      kinds: [chargeEvents.created, chargeEvents.updated],
      isConditional: true,
      describe: (id, { ChargeId, Amount }) => ({
        key: id,
        details: { ChargeId },
        what: `The charge ${id} of ${String(Amount)} failed.`,
      }),
    },
  },
  orderedPayment: {
    name: 'paymentRejected',
    level: 'Error',
    logType: 'Payment',
    entityType: null,
    meaning:
      'The payment processor rejected the capture, debit, cancellation or refund of an order. The record is the storeorder or eventorder.',
    remedy: 'Compare the order with its charge, and settle the difference there.',
  },
  report: {
    name: 'reportFailed',
    level: 'Error',
    logType: 'Report',
    entityType: 'processorreport',
    meaning: 'A report of the payment processor was not made.',
    remedy: 'Request it again.',
    reportedBy: {
      kinds: [reportEvents.failed],
      describe: (id, { JobType, Message }) => ({
        key: id,
        what: `The report ${id} (${String(JobType)}) was not made. ${sentence(Message)}`,
      }),
    },
  },
} as const satisfies Record<string, FailureKind>
