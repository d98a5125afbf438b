/** Times of an event in its own time zone, in the words of the mails about it: `Thursday, 2 May 2030, 08:00`. */

interface TimeParts {
  weekday: string
  day: string
  month: string
  year: string
  hour: string
  minute: string
}

const partsOf = (time: string, timeZone: string, names: 'long' | 'short'): TimeParts => {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: names,
    day: 'numeric',
    month: names === 'long' ? 'long' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  const parts = new Map(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    weekday: part('weekday'),
    day: part('day'),
    month: part('month'),
    year: part('year'),
    hour: part('hour'),
    minute: part('minute'),
  }
}

const clockOf = ({ hour, minute }: TimeParts): string => `${hour}:${minute}`

const dayOf = ({ weekday, day, month, year }: TimeParts, isShort: boolean): string =>
  isShort ? `${weekday}, ${day} ${month}` : `${weekday}, ${day} ${month} ${year}`

/**
 * Writes when something takes place.
 *
 * @param start and end RFC 3339; an end of null is open. @param isShort without the year.
 */
export const writeSpan = (start: string, end: string | null, timeZone: string, isShort = false): string => {
  const names = isShort ? 'short' : 'long'
  const from = partsOf(start, timeZone, names)
  const first = `${dayOf(from, isShort)}, ${clockOf(from)}`
  if (end === null) return first
  const to = partsOf(end, timeZone, names)
  const isOneDay = dayOf(from, false) === dayOf(to, false)
  return `${first} – ${isOneDay ? clockOf(to) : `${dayOf(to, isShort)}, ${clockOf(to)}`}`
}

/** Writes a time with its day and zone: `Monday, 1 March 2027, 09:00 (Europe/Oslo)`. Visitors can be elsewhere. */
export const writeTime = (time: string, timeZone: string): string => `${writeSpan(time, null, timeZone)} (${timeZone})`

/** Writes a time of the current day, with its zone: `09:15 (Europe/Oslo)`. */
export const writeClock = (time: string, timeZone: string): string =>
  `${clockOf(partsOf(time, timeZone, 'long'))} (${timeZone})`

/** Writes a day: `1 March 2027`. */
export const writeDay = (day: string): string => {
  const { day: number, month, year } = partsOf(`${day}T00:00:00Z`, 'UTC', 'long')
  return `${number} ${month} ${year}`
}
