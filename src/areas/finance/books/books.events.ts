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
