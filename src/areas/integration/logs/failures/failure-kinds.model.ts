import type { LogLevel } from '../tenant-log/tenant-log.model.ts'

/** How the log shows a failure of background work. */
export interface FailureKindRow {
  level: LogLevel
  logType: string
  /** What EntityPrimaryKey refers to; null if the failure concerns no record, or records of several kinds. */
  entityType: string | null
  /** What has happened, for the table of the guide. */
  meaning: string
  /** What staff does about it. Ends the message. */
  remedy: string
}

const MAIL = 'Mail'
const PAYMENT = 'Payment'

/** The failures of background work that staff finds in the log of its tenant. The table in docs/integrators.md shows them. */
export const FAILURE_KINDS = {
  mailFailed: {
    level: 'Error',
    logType: MAIL,
    entityType: 'mail-message',
    meaning: 'A mail was not sent and is not retried.',
    remedy: 'Correct the address or the template, then send the mail again.',
  },
  addressSuppressed: {
    level: 'Warning',
    logType: MAIL,
    entityType: 'mail-suppression',
    meaning: 'An address receives no more mail because mail to it bounced or its recipient complained.',
    remedy: 'Ask the contact for another address.',
  },
  jobGivenUp: {
    level: 'Error',
    logType: 'Job',
    entityType: 'job',
    meaning: 'A job of the server failed in all of its attempts.',
    remedy: 'Ask the operator of the server, whose log contains the reason at the number of the job.',
  },
  webhookPaused: {
    level: 'Error',
    logType: 'Webhook',
    entityType: 'webhook',
    meaning: 'A webhook was paused because its receiver fails or is gone.',
    remedy: 'Correct the receiver, then resume the webhook: deliveries of the last 5 days wait for it.',
  },
  workflowPaused: {
    level: 'Error',
    logType: 'Workflow',
    entityType: 'workflow',
    meaning: 'A workflow was switched off because a step of it fails.',
    remedy: 'Correct the step, then switch the workflow on again.',
  },
  stepFailed: {
    level: 'Warning',
    logType: 'Workflow',
    entityType: 'workflow',
    meaning: 'A step of a workflow failed for a contact, which stays at the step.',
    remedy: 'Correct the contact or the step, then retry the step for the contact.',
  },
  membershipRefused: {
    level: 'Warning',
    logType: 'Membership',
    entityType: 'membership',
    meaning: 'A rule rejected the renewal or the drop of a membership by the nightly run.',
    remedy: 'Correct what the reason names. The next nightly run tries again.',
  },
  assignmentFailed: {
    level: 'Error',
    logType: 'Chapter',
    entityType: 'chapter-assignment',
    meaning: 'An assignment of contacts to chapters by postal code ended early.',
    remedy:
      'Start it again: contacts that were assigned stay assigned. If it fails again, ask the operator of the server.',
  },
  collectionFailed: {
    level: 'Warning',
    logType: PAYMENT,
    entityType: 'membership',
    meaning: 'A part of a payment plan was not collected.',
    remedy: 'If no other attempt follows, ask the payer for another means of payment.',
  },
  chargeFailed: {
    level: 'Warning',
    logType: PAYMENT,
    entityType: 'charge',
    meaning: 'The payment processor declined a charge or a bank debit.',
    remedy: 'Ask the payer for another means of payment. If the charge was to pay an invoice, the invoice stays open.',
  },
  paymentRejected: {
    level: 'Error',
    logType: PAYMENT,
    entityType: null,
    meaning:
      'The payment processor rejected the capture, debit, cancellation or refund of an order. The record is the storeorder or eventorder.',
    remedy: 'Compare the order with its charge, and settle the difference there.',
  },
  paidCartRejected: {
    level: 'Error',
    logType: PAYMENT,
    entityType: 'eventorder',
    meaning:
      'A registration was paid on a page of the processor but cannot be submitted. Its authorization is released.',
    remedy: 'Contact the payer: nothing was collected, and no seat is registered.',
  },
  reportFailed: {
    level: 'Error',
    logType: 'Report',
    entityType: 'processorreport',
    meaning: 'A report of the payment processor was not made.',
    remedy: 'Request it again.',
  },
  exportFailed: {
    level: 'Error',
    logType: 'Export',
    entityType: 'tenant-export',
    meaning: 'An export of the tenant was not completed.',
    remedy: 'Start another one. If it fails again, ask the operator of the server.',
  },
  importFailed: {
    level: 'Error',
    logType: 'Import',
    entityType: 'import',
    meaning: 'An import of a file ended early.',
    remedy: 'Start it again with the file. Rows that were imported stay.',
  },
  fileInfected: {
    level: 'Warning',
    logType: 'File',
    entityType: null,
    meaning: 'The virus scan rejected an uploaded file.',
    remedy: 'Check the computer that sent it.',
  },
  registryUnavailable: {
    level: 'Warning',
    logType: 'NationalRegistry',
    entityType: null,
    meaning: 'The changes of the national registry could not be received.',
    remedy: 'The server tries again every few minutes. Check the settings of the association sync if it continues.',
  },
  registryGivenUp: {
    level: 'Error',
    logType: 'NationalRegistry',
    entityType: 'registryevent',
    meaning: 'A change was not sent to the national registry, or a received one not applied, and is not retried.',
    remedy: 'Correct what the reason names. The next change of the contact is sent.',
  },
  documentNotSent: {
    level: 'Warning',
    logType: 'Ledger',
    entityType: null,
    meaning: 'A document of the books, or the new name of a contact, was not sent to the ledger. The record is either.',
    remedy: 'Correct what the reason names, then send the document again.',
  },
} as const satisfies Record<string, FailureKindRow>

export type FailureKind = keyof typeof FAILURE_KINDS

/** Returns a text without the mail addresses in it: callers that read the log may not read contacts. */
export const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)')

/** Returns a reason as a sentence of its own. */
export const sentence = (reason: unknown): string => {
  const text = typeof reason === 'string' ? reason.trim() : ''
  if (text === '') return 'The reason is not known.'
  return /[.!?]$/.test(text) ? text : `${text}.`
}
