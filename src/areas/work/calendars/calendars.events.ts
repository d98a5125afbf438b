/** What happens to calendars and to what stands in them; payload: name or title, calendarId of an item. */
export const calendarEvents = {
  created: 'calendar.created',
  updated: 'calendar.updated',
  deleted: 'calendar.deleted',
  itemCreated: 'calendaritem.created',
  itemUpdated: 'calendaritem.updated',
  itemDeleted: 'calendaritem.deleted',
} as const
