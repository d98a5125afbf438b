/** What happens to calendars. */
export const calendarEvents = { created: 'calendar.created', updated: 'calendar.updated' } as const
