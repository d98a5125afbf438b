/** The events of invoices and payments. */
export const bookEvents = {
  invoiceIssued: 'invoice.issued',
  invoiceVoided: 'invoice.voided',
  paymentRecorded: 'payment.recorded',
} as const
