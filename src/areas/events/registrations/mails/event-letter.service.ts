import { wallClockOf } from '#kernel/time/local-time'
import type { Event } from '#prisma/client'

/** An instant as the clocks show it at an event. */
export const shownAt = (instant: Date, { timeZone }: Pick<Event, 'timeZone'>): string =>
  wallClockOf(instant, timeZone).toString({ smallestUnit: 'minute' })

/** The variables of an event in mails. */
export const eventVariables = (event: Event) => ({
  name: event.name,
  starts_at: shownAt(event.startsAt, event),
  ...(event.endsAt && { ends_at: shownAt(event.endsAt, event) }),
  time_zone: event.timeZone,
  ...(event.location && { location: event.location }),
})
