/** The events of calendars and their items. Payload: name of a calendar; calendarId, title and status of an item. */
export const calendarEvents = {
  created: 'calendar.created',
  updated: 'calendar.updated',
  deleted: 'calendar.deleted',
  itemCreated: 'calendaritem.created',
  itemUpdated: 'calendaritem.updated',
  itemDeleted: 'calendaritem.deleted',
} as const
