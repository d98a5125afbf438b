import type { CalendarOccurrence } from '../../../../contract/work/calendars.ts'
import type { CalendarItem } from '../../../../generated/prisma/client.ts'
import type { Occurrence } from './occurrences.ts'

/** Whole days are shown as days, the last one included. */
export const presentOccurrence = ({
  item,
  occurrence: { start, end, startsAt, endsAt },
}: {
  item: CalendarItem
  occurrence: Occurrence
}): CalendarOccurrence => ({
  CalendarItemId: item.id,
  Title: item.title,
  Location: item.location,
  IsAllDay: item.isAllDay,
  Start: item.isAllDay ? start.toPlainDate().toString() : start.toString({ smallestUnit: 'second' }),
  End: item.isAllDay ? end.toPlainDate().subtract({ days: 1 }).toString() : end.toString({ smallestUnit: 'second' }),
  TimeZone: item.timeZone,
  StartsAt: startsAt.toString({ smallestUnit: 'millisecond' }),
  EndsAt: endsAt.toString({ smallestUnit: 'millisecond' }),
  Status: item.status as CalendarOccurrence['Status'],
})
