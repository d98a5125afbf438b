import type { DocumentKind } from './documents/documents.model.ts'

/** The events of the documents of the books. Payload: the id of the document, number and contactId. */
export const bookEvents = {
  invoiceIssued: 'invoice.issued',
  invoiceUpdated: 'invoice.updated',
  invoiceVoided: 'invoice.voided',
  paymentRecorded: 'payment.recorded',
  paymentUpdated: 'payment.updated',
  paymentVoided: 'payment.voided',
  creditIssued: 'credit.issued',
  creditUpdated: 'credit.updated',
  creditVoided: 'credit.voided',
  refundRecorded: 'refund.recorded',
  refundUpdated: 'refund.updated',
  refundVoided: 'refund.voided',
  writeOffRecorded: 'writeoff.recorded',
  writeOffUpdated: 'writeoff.updated',
  writeOffVoided: 'writeoff.voided',
} as const

/** The events of each kind of document. */
export const documentEvents: Record<DocumentKind, { created: string; updated: string; voided: string }> = {
  invoice: { created: bookEvents.invoiceIssued, updated: bookEvents.invoiceUpdated, voided: bookEvents.invoiceVoided },
  payment: {
    created: bookEvents.paymentRecorded,
    updated: bookEvents.paymentUpdated,
    voided: bookEvents.paymentVoided,
  },
  credit: { created: bookEvents.creditIssued, updated: bookEvents.creditUpdated, voided: bookEvents.creditVoided },
  refund: { created: bookEvents.refundRecorded, updated: bookEvents.refundUpdated, voided: bookEvents.refundVoided },
  writeoff: {
    created: bookEvents.writeOffRecorded,
    updated: bookEvents.writeOffUpdated,
    voided: bookEvents.writeOffVoided,
  },
}
