import { Temporal } from 'temporal-polyfill'
import { badInput } from '#kernel/errors/problem'
import type { WallClock } from '#kernel/time/local-time'

/** A column keeps times by the clock on a wall as if they were UTC. */
export const toColumn = (local: WallClock): Date => new Date(`${local.toString({ smallestUnit: 'second' })}Z`)

export const fromColumn = (column: Date): WallClock => Temporal.PlainDateTime.from(column.toISOString().slice(0, 19))

/** A start as answers have it: of whole days the day. */
export const startText = (start: WallClock, isAllDay: boolean): string =>
  isAllDay ? start.toPlainDate().toString() : start.toString({ smallestUnit: 'second' })

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i

const orNull = <T>(read: () => T): T | null => {
  try {
    return read()
  } catch {
    return null
  }
}

/** A day, `2026-11-24`; null for anything else. */
export const readDay = (text: string): Temporal.PlainDate | null =>
  DAY.test(text) ? orNull(() => Temporal.PlainDate.from(text, { overflow: 'reject' })) : null

/** An instant, `2026-11-24T18:30:00Z`, UTC where it names no zone; null for anything else. */
export const readInstant = (text: string): Temporal.Instant | null => {
  if (LOCAL.test(text)) return orNull(() => Temporal.Instant.from(`${text}Z`))
  return INSTANT.test(text) ? orNull(() => Temporal.Instant.from(text)) : null
}

/** A time by the clock of the zone, or an instant turned to that clock; whole seconds. Null for anything else. */
export const readLocal = (text: string, timeZone: string): WallClock | null => {
  const zoned = INSTANT.test(text)
    ? orNull(() => Temporal.Instant.from(text).toZonedDateTimeISO(timeZone))
    : LOCAL.test(text)
      ? orNull(() => Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone))
      : null
  return zoned?.toPlainDateTime().round({ smallestUnit: 'second', roundingMode: 'trunc' }) ?? null
}

/** The years that calendars are for. */
export const [EARLIEST, LATEST] = [1900, 2199]

export const isInOurAge = ({ year }: { year: number }): boolean => year >= EARLIEST && year <= LATEST

/** What was read, where it lies in the years that calendars are for; 400 for all others. */
export const inOurAge = <T extends { year: number }>(read: T, pointer: string): T => {
  if (isInOurAge(read)) return read
  throw badInput(pointer, `must lie between the years ${EARLIEST} and ${LATEST}`)
}
