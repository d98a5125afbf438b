import type { Event } from '#prisma/client'

type Whereabouts = Pick<Event, 'startsAt' | 'endsAt' | 'timeZone' | 'location'>

/** Returns whether the time or the location of an event has changed. */
export const hasMoved = (before: Whereabouts, now: Whereabouts): boolean =>
  before.startsAt.getTime() !== now.startsAt.getTime() ||
  before.endsAt?.getTime() !== now.endsAt?.getTime() ||
  before.timeZone !== now.timeZone ||
  before.location !== now.location
