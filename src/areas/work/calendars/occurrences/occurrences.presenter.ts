import type { CalendarOccurrence } from '#contract/work/calendars'
import type { ItemOccurrence } from '../overrides/overrides.model.ts'
import { startText } from './wall-clock.model.ts'

/** Presents an occurrence. Start and End are dates if the item lasts whole days, and End is the last day. */
export const presentOccurrence = ({
  item,
  originalStart,
  occurrence: { start, end, startsAt, endsAt },
}: ItemOccurrence): CalendarOccurrence => ({
  CalendarItemId: item.id,
  OriginalStart: originalStart && startText(originalStart, item.isAllDay),
  Title: item.title,
  Location: item.location,
  IsAllDay: item.isAllDay,
  Start: startText(start, item.isAllDay),
  End: item.isAllDay ? end.toPlainDate().subtract({ days: 1 }).toString() : end.toString({ smallestUnit: 'second' }),
  TimeZone: item.timeZone,
  StartsAt: startsAt.toString({ smallestUnit: 'millisecond' }),
  EndsAt: endsAt.toString({ smallestUnit: 'millisecond' }),
  Status: item.status as CalendarOccurrence['Status'],
})
