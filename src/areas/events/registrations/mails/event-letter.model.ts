import { presentEventFile } from '#areas/work/calendars/feed/feed.presenter'
import { toColumn } from '#areas/work/calendars/occurrences/wall-clock.model'
import type { TextAttachment } from '#kernel/mail/queue-mail'
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

/**
 * The file by which calendar programs add an event. They replace an earlier one with the same identifier, because each change
 * of the event adds to its sequence.
 */
export const eventFile = (event: Event, { organizer, now }: { organizer: string; now: Date }): TextAttachment => {
  const { calendarUid, auditId, name, shortDescription, location, startsAt, endsAt, timeZone, createdAt, status } =
    event
  const isCancelled = status === 'Cancelled'
  const text = presentEventFile(
    {
      ...{ uid: calendarUid, sequence: auditId, title: name, description: shortDescription, location, url: null },
      ...{ timeZone, createdAt, changedAt: now, status: isCancelled ? 'cancelled' : 'confirmed' },
      localStart: toColumn(wallClockOf(startsAt, timeZone)),
      localEnd: toColumn(wallClockOf(endsAt ?? startsAt, timeZone)),
    },
    organizer,
  )
  const method = isCancelled ? 'CANCEL' : 'PUBLISH'
  return { name: 'event.ics', mediaType: `text/calendar; charset=utf-8; method=${method}`, text }
}
