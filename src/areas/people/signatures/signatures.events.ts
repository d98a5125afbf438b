/** The events of signatures. Payload: Name, Owner. */
export const signatureEvents = {
  created: 'signature.created',
  updated: 'signature.updated',
  deleted: 'signature.deleted',
} as const
