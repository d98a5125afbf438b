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

/** The events of accounts. Payload: name. */
export const accountEvents = {
  created: 'account.created',
  updated: 'account.updated',
  deleted: 'account.deleted',
} as const

/** The events of transaction classes. Payload: name. */
export const transactionClassEvents = {
  created: 'transactionclass.created',
  updated: 'transactionclass.updated',
  deleted: 'transactionclass.deleted',
} as const

/** The events of tax regions. Payload: name. */
export const taxRegionEvents = {
  created: 'taxregion.created',
  updated: 'taxregion.updated',
  deleted: 'taxregion.deleted',
} as const

/** The events of tax sets. Payload: name. */
export const taxSetEvents = {
  created: 'taxset.created',
  updated: 'taxset.updated',
  deleted: 'taxset.deleted',
} as const

/** The events of discounts. Payload: name. */
export const discountEvents = {
  created: 'discount.created',
  updated: 'discount.updated',
  deleted: 'discount.deleted',
} as const

/** The events of fee items. Payload: name. */
export const feeItemEvents = {
  created: 'feeitem.created',
  updated: 'feeitem.updated',
  deleted: 'feeitem.deleted',
} as const

/** The events of how contacts are billed. Payload: contactId. */
export const contactBillingEvents = { updated: 'contactbilling.updated' } as const

/** The events of the closed period. Payload: closedThrough; isOpened if days were opened. */
export const closedPeriodEvents = { updated: 'closedperiod.updated' } as const
