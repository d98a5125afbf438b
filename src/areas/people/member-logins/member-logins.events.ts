import { MEMBER_LOGIN } from '#services/identity/members/member-changes'

/** The events of member logins. Payload: contactId. */
export const memberLoginEvents = {
  created: 'memberlogin.created',
  updated: MEMBER_LOGIN.events.updated,
  deleted: 'memberlogin.deleted',
} as const
