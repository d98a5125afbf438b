import { Temporal } from 'temporal-polyfill'
import { momentOf, wallClockAt } from '#kernel/time/local-time'
import { EARLIEST, isInOurAge, LATEST, readDay } from './wall-clock.model.ts'

/** A rule as it is kept, or what is wrong with it, in words that go on from the field's name. */
export type ReadRule = { rule: string } | { fault: string }

const MOST_COUNT = 366
const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)'

const listOf = (item: string): RegExp => new RegExp(`^${item}(?:,${item}){0,365}$`)

/** What may stand in a rule, in the order in which it is kept. */
const PARTS: Record<string, RegExp> = {
  FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])$/,
  COUNT: /^[1-9]\d{0,2}$/,
  UNTIL: /^\d{8}(?:T\d{6}Z)?$/,
  BYMONTH: listOf('(?:[1-9]|1[0-2])'),
  BYMONTHDAY: listOf('[+-]?(?:[1-9]|[12]\\d|3[01])'),
  BYDAY: listOf(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY}`),
  BYSETPOS: listOf('[+-]?(?:[1-9]\\d?|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
  WKST: new RegExp(`^${WEEKDAY}$`),
}

/**
 * Reads the value of an RRULE, of which this is the part that calendar programs agree on.
 *
 * @param timeZone of the item; null for whole days. UNTIL is kept in the form that goes with it (RFC 5545, 3.3.10).
 */
export const readRule = (text: string, timeZone: string | null): ReadRule => {
  const parts = new Map<string, string>()
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (more.length > 0 || !PARTS[name]?.test(value)) return { fault: `cannot be read at "${part.slice(0, 40)}"` }
    if (parts.has(name)) return { fault: `names ${name} twice` }
    parts.set(name, value)
  }
  const fault = faultOf(parts)
  if (fault) return { fault }
  const until = parts.get('UNTIL')
  if (until) {
    const kept = untilOf(until, timeZone)
    if (!kept) return { fault: `has an UNTIL that is no day from ${EARLIEST} to ${LATEST}` }
    parts.set('UNTIL', kept)
  }
  return {
    rule: Object.keys(PARTS)
      .flatMap((name) => (parts.has(name) ? `${name}=${parts.get(name)}` : []))
      .join(';'),
  }
}

const faultOf = (parts: ReadonlyMap<string, string>): string | null => {
  if (!parts.has('FREQ')) return 'needs FREQ'
  if (parts.has('COUNT') && parts.has('UNTIL')) return 'has COUNT and UNTIL, of which one will do'
  if (Number(parts.get('COUNT') ?? 1) > MOST_COUNT) return `has a COUNT above ${MOST_COUNT}`
  return weekdayFault(parts) ?? setFault(parts)
}

const isByMonth = (parts: ReadonlyMap<string, string>): boolean =>
  ['MONTHLY', 'YEARLY'].includes(parts.get('FREQ') ?? '')

/** Of these programs make different things. */
const weekdayFault = (parts: ReadonlyMap<string, string>): string | null => {
  const days = (parts.get('BYDAY') ?? '').split(',')
  const numbered = days.filter((day) => /\d/.test(day))
  if (numbered.length === 0) return null
  if (!isByMonth(parts)) return 'numbers weekdays, which only MONTHLY and YEARLY do'
  if (numbered.length < days.length) return 'numbers some weekdays and not the others'
  if (numbered.some((day) => day.includes('53'))) return 'numbers a weekday by 53, of which few years have so many'
  return parts.has('BYMONTHDAY') ? 'has BYMONTHDAY, which numbered weekdays do not take' : null
}

const setFault = (parts: ReadonlyMap<string, string>): string | null => {
  if (parts.get('FREQ') === 'WEEKLY' && parts.has('BYMONTHDAY')) return 'has BYMONTHDAY, which WEEKLY does not take'
  if (!parts.has('BYSETPOS')) return null
  if (!isByMonth(parts)) return 'has BYSETPOS, which only MONTHLY and YEARLY take'
  if (!['BYDAY', 'BYMONTHDAY', 'BYMONTH'].some((name) => parts.has(name)))
    return 'has BYSETPOS, which needs another BY part'
  return null
}

const HOUR = /T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ$/

/** With a zone an instant in UTC, a day meaning its last second there; without one a day. */
const untilOf = (until: string, timeZone: string | null): string | null => {
  const day = readDay(`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`)
  if (!day) return null
  if (timeZone === null) return isInOurAge(day) ? basic(day.toString()) : null
  if (until.length > 8 && !HOUR.test(until)) return null
  const behind = day.add({ days: 1 }).toPlainDateTime()
  const last = until.length > 8 ? instantOfStamp(until) : momentOf(behind, timeZone).subtract({ seconds: 1 })
  return isInOurAge(wallClockAt(last, timeZone)) ? utcStamp(last) : null
}

const basic = (text: string): string => text.replace(/[-:]/g, '')

/** `20261124T233000Z`. */
export const utcStamp = (instant: Temporal.Instant): string => basic(instant.toString({ smallestUnit: 'second' }))

/** The same the other way round. */
export const instantOfStamp = (stamp: string): Temporal.Instant => Temporal.Instant.from(stamp)

/** What stands behind a part's name in a kept rule. */
export const partOf = (rule: string, name: string): string | undefined =>
  rule
    .split(';')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
