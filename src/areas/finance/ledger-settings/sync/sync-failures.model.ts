import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** A document was not sent to the ledger. */
export const documentNotSent: FailureKind = {
  name: 'documentNotSent',
  level: 'Warning',
  logType: 'Ledger',
  entityType: null,
  meaning: 'A document of the books, or the new name of a contact, was not sent to the ledger. The record is either.',
  remedy: 'Correct what the reason names, then send the document again.',
}
