/**
 * The events of calendars, their items and proposals. Payload: name of a calendar; calendarId, title and status of an
 * item; calendarId, title and state of a proposal.
 */
export const calendarEvents = {
  created: 'calendar.created',
  updated: 'calendar.updated',
  deleted: 'calendar.deleted',
  itemCreated: 'calendaritem.created',
  itemUpdated: 'calendaritem.updated',
  itemDeleted: 'calendaritem.deleted',
  submissionCreated: 'calendarsubmission.created',
  submissionUpdated: 'calendarsubmission.updated',
  submissionDeleted: 'calendarsubmission.deleted',
} as const
