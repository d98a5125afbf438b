/** The events of fee items. Payload: name. */
export const feeItemEvents = {
  created: 'feeitem.created',
  updated: 'feeitem.updated',
  deleted: 'feeitem.deleted',
} as const
