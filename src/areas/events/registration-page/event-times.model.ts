/** Times of an event in its own time zone, in words. */

const FULL = {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const
const SHORT = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone })

/** Writes when something takes place. @param start and end RFC 3339; an end of null is open. */
export const writeSpan = (start: string, end: string | null, timeZone: string, isShort = false): string => {
  const written = format(timeZone, isShort ? SHORT : FULL)
  return end === null ? written.format(new Date(start)) : written.formatRange(new Date(start), new Date(end))
}

/** Writes a time with its day and zone: `March 1, 2027 at 9:00 AM (Europe/Oslo)`. Visitors can be elsewhere. */
export const writeTime = (time: string, timeZone: string): string =>
  `${format(timeZone, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time))} (${timeZone})`

/** Writes a time of the current day, with its zone: `9:15 AM (Europe/Oslo)`. */
export const writeClock = (time: string, timeZone: string): string =>
  `${format(timeZone, { timeStyle: 'short' }).format(new Date(time))} (${timeZone})`

/** Writes a day: `March 1, 2027`. */
export const writeDay = (day: string): string =>
  format('UTC', { dateStyle: 'long' }).format(new Date(`${day}T00:00:00Z`))
