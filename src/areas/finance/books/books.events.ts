/** What happens to the books. */
export const bookEvents = {
  invoiceIssued: 'invoice.issued',
  invoiceVoided: 'invoice.voided',
  paymentRecorded: 'payment.recorded',
} as const
