import { Temporal } from 'temporal-polyfill'
import { badInput } from '#kernel/errors/problem'
import { momentOf, wallClockAt } from '#kernel/time/local-time'
import { parseDay, parseInstant, requireCalendarYear } from './wall-clock.model.ts'

const MAX_DAYS = 366

interface Span {
  from: Temporal.Instant
  to: Temporal.Instant
}

/** Parses the span of a request. Days are those of the time zone, and To includes its day. @throws 400. */
export const parseSpan = (From: string, To: string, timeZone: string): Span => {
  const from = parseBound(From, 'query:From', timeZone, 0)
  const to = parseBound(To, 'query:To', timeZone, 1)
  if (Temporal.Instant.compare(from, to) >= 0) throw badInput('query:To', 'must be after From')
  // One hour more, because the clocks can change within a year of whole days.
  if (from.until(to).total('hours') > MAX_DAYS * 24 + 1)
    throw badInput('query:To', `must be at most ${MAX_DAYS} days after From`)
  return { from, to }
}

/** @param days to add to a day. */
const parseBound = (text: string, pointer: string, timeZone: string, days: number): Temporal.Instant => {
  const day = parseDay(text.trim())
  const instant = day ? momentOf(day.add({ days }).toPlainDateTime(), timeZone) : parseInstant(text.trim())
  if (!instant) throw badInput(pointer, 'must be a day such as 2026-11-24, or an instant such as 2026-11-24T18:30:00Z')
  requireCalendarYear(day ?? wallClockAt(instant, 'UTC'), pointer)
  return instant
}
