/** The events of member logins. Payload: contactId. */
export const memberLoginEvents = {
  created: 'memberlogin.created',
  updated: 'memberlogin.updated',
  deleted: 'memberlogin.deleted',
} as const
