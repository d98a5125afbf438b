/** The events of payment subtypes. Payload: name. */
export const paymentSubtypeEvents = {
  created: 'paymentsubtype.created',
  updated: 'paymentsubtype.updated',
  deleted: 'paymentsubtype.deleted',
} as const
