import type { PublicCalendar } from '#contract/work/calendars'
import type { Calendar } from '#prisma/client'
import { canSubmit, type Viewer } from './viewers.queries.ts'

export const presentPublicCalendar = (calendar: Calendar, viewer: Viewer): PublicCalendar => ({
  CalendarId: calendar.id,
  Name: calendar.name,
  Description: calendar.description,
  IsPublicViewable: calendar.isPublicViewable,
  CanSubmit: canSubmit(calendar, viewer),
})
