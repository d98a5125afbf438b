/** The events of transaction classes. Payload: name. */
export const transactionClassEvents = {
  created: 'transactionclass.created',
  updated: 'transactionclass.updated',
  deleted: 'transactionclass.deleted',
} as const
