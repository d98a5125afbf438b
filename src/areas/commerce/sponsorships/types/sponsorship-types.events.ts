/** The events of sponsorship types. Payload: name. */
export const sponsorshipTypeEvents = {
  created: 'sponsorshiptype.created',
  updated: 'sponsorshiptype.updated',
  deleted: 'sponsorshiptype.deleted',
} as const
