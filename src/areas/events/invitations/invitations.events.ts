/** The events of invitations. Payload: eventId, contactId, state. */
export const invitationEvents = {
  created: 'eventinvitation.created',
  resent: 'eventinvitation.resent',
  declined: 'eventinvitation.declined',
  registered: 'eventinvitation.registered',
  deleted: 'eventinvitation.deleted',
} as const
