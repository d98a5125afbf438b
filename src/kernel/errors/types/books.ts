import type { ProblemType } from './problem-type.ts'

/** The documents of the books: what is posted never changes. */
export const books = {
  'too-many-rows': {
    status: [422],
    meaning: 'The file would have more rows than a download can have. The detail states the number.',
    advice: 'Limit the rows by dates or a filter, or read the list by pages.',
  },
  'not-available': {
    status: [422],
    meaning: 'The amount is more than what is available: the open amount of a payment or credit, or what is applied.',
    advice: 'The detail states the available amount.',
  },
  'closed-period': {
    status: [422],
    meaning: 'The date is in a period whose books are closed.',
    advice: 'Use a later date, such as today. The detail states the last closed day.',
  },
  posted: {
    status: [422],
    meaning: 'The document is posted: its contact, date and amounts never change.',
    advice: 'Void it and create another one, or issue a credit. `errors` names the fields.',
  },
  'document-void': {
    status: [409],
    meaning: 'The payment, credit, refund or write-off is void.',
    advice: 'Read it again. A void document never changes.',
  },
  'written-off': {
    status: [409],
    meaning: 'A write-off is applied to the invoice: it can be neither voided nor credited by a cancellation.',
    advice: 'Void the write-off first.',
  },
  refunded: {
    status: [409],
    meaning: 'A part of the payment or credit was refunded, so it cannot be voided.',
    advice: 'Void the refund first.',
  },
  'membership-invoice': {
    status: [409],
    meaning: 'A membership needs the invoice: it covers a term or a change of the level.',
    advice: 'End the term with the operations of the membership, or issue a credit.',
  },
  'order-invoice': {
    status: [409],
    meaning: 'The invoice is that of an order of the store. StorePurchaseId is the order.',
    advice: 'Cancel or refund the order instead.',
  },
  'contact-deleted': {
    status: [409],
    meaning: 'The contact of the document or participant is deleted.',
    advice: 'Restore the contact first.',
  },
} as const satisfies Record<string, ProblemType>
