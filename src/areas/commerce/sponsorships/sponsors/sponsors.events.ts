/** The events of sponsors. Payload: contactId, sponsorshipTypeId, status, invoiceId. */
export const sponsorEvents = {
  created: 'sponsor.created',
  updated: 'sponsor.updated',
  approved: 'sponsor.approved',
  declined: 'sponsor.declined',
  ended: 'sponsor.ended',
  deleted: 'sponsor.deleted',
} as const
