import { isDayOfCalendar, parseDayIn } from '#kernel/time/written-date'
import { ValueFault } from './values.model.ts'

export type DateOrder = 'YMD' | 'DMY' | 'MDY'

const EXPECTED = 'must be a date, such as 2026-03-31'
const NUMERIC = /^(\d{1,4})([./\-\s])\s?(\d{1,2})\2\s?(\d{1,4})(?:[T\s,].*)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[.\s-]*(\p{L}{3,})\.?[\s,-]*(\d{2,4})(?:[T\s,].*)?$/u
const MONTH_DAY = /^(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})(?:[T\s,].*)?$/u

/** What the date of a field lies near to: an expiry near today, a birth or a join before it. */
export type DateUse = 'expiry' | 'past' | 'open'

export type DateReader = (text: string, use?: DateUse) => string

/** What dates of a file are read by. */
export interface DateRules {
  order: DateOrder
  language: string
  /** YYYY-MM-DD in the time zone of the tenant. */
  today: string
  /** IANA name of the zone of the tenant. */
  timeZone: string
}

/** Returns a reader of dates as YYYY-MM-DD. An instant is its day in the zone of the tenant; otherwise the time of day does not count. */
export const dateReader = ({ order, language, today, timeZone }: DateRules): DateReader => {
  const months = monthsOf(language)
  const ofMonth = (name: string): number => {
    const month = months.get(monthKey(name))
    if (month === undefined) throw new ValueFault(EXPECTED)
    return month
  }
  return (text, use = 'open') => {
    const dayOf = dayMaker(use, today)
    const instant = ZONED.test(text) ? parseDayIn(timeZone, text) : null
    if (instant !== null) return instant
    const numeric = NUMERIC.exec(text)
    if (numeric) return ofNumbers(numeric, order, dayOf)
    const compact = COMPACT.exec(text)
    if (compact) return dayOf(compact[1], compact[2], compact[3])
    return SERIAL.test(text) ? ofSerial(Number(text)) : ofNames(text, ofMonth, dayOf)
  }
}

/** A date with the name of its month. */
const ofNames = (text: string, ofMonth: (name: string) => number, dayOf: DayMaker): string => {
  const dayFirst = DAY_MONTH.exec(text)
  if (dayFirst) return dayOf(dayFirst[3], ofMonth(dayFirst[2] ?? ''), dayFirst[1])
  const monthFirst = MONTH_DAY.exec(text)
  if (monthFirst) return dayOf(monthFirst[3], ofMonth(monthFirst[1] ?? ''), monthFirst[2])
  throw new ValueFault(EXPECTED)
}

/** Days since the start of 1900, as spreadsheets store dates: five digits are the years 1927 to 2173. */
const SERIAL = /^[1-9]\d{4}(?:\.\d+)?$/
const ZONED = /[T ]\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i

const ofSerial = (serial: number): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)

type DayMaker = (year: Part, month: Part, day: Part) => string

const ofNumbers = (
  [, first = '', separator, second = '', third = '']: RegExpExecArray,
  order: DateOrder,
  dayOf: DayMaker,
): string => {
  if (first.length === 4) return dayOf(first, second, third)
  if (first.length === 3 || third.length === 3 || third.length === 1) throw new ValueFault(EXPECTED)
  // Only the languages of dotted dates use dots, and all of them write the day first.
  if (separator === '.' || order === 'DMY') return dayOf(third, second, first)
  if (order === 'YMD' && third.length === 2) return dayOf(first, second, third)
  return dayOf(third, first, second)
}

type Part = string | number | undefined

const dayMaker =
  (use: DateUse, today: string): DayMaker =>
  (year, month, day) => {
    const isShort = String(year).length <= 2
    const candidates = isShort ? CENTURIES.map((century) => century + Number(year)) : [Number(year)]
    const days = candidates
      .filter((one) => one >= 1000 && isDayOfCalendar(one, Number(month), Number(day)))
      .map((one) => `${one}-${pad(month)}-${pad(day)}`)
    const found = isShort ? chosenDay(days, use, today) : days[0]
    if (found === undefined) throw new ValueFault(days.length > 0 ? OPEN_CENTURY : EXPECTED)
    return found
  }

const CENTURIES = [1900, 2000, 2100]
const OPEN_CENTURY = 'has a year of two digits, whose century is not known: write the year with four digits'

/** The day of a year of two digits: the nearest one for an expiry, and the last one that has come for what lies in the past. */
const chosenDay = (days: readonly string[], use: DateUse, today: string): string | undefined => {
  if (use === 'past') return days.filter((day) => day <= today).at(-1)
  if (use === 'open') return undefined
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  return [...days].sort((a, b) => distance(a) - distance(b))[0]
}

const pad = (part: Part): string => String(Number(part)).padStart(2, '0')

const monthKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\.$/, '')

/** Names of months in a language and in English: long, short, and their first three letters if these are unique. */
const monthsOf = (language: string): ReadonlyMap<string, number> => {
  const months = new Map<string, number>()
  for (const tag of ['en', language])
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(tag, { month: style, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++)
        months.set(monthKey(format.format(new Date(Date.UTC(2024, month - 1, 15)))), month)
    }
  for (const [name, month] of [...months])
    if (!months.has(name.slice(0, 3)) && name.length > 3) months.set(name.slice(0, 3), month)
  return months
}

const SHOWN = /^(\d{1,2})[/\-\s](\d{1,2})[/\-\s]\d{2,4}/

/** Finds the order of day and month in dates that show it: a first number above 12 is a day. Undefined if none does. */
export const detectDateOrder = (dates: readonly string[]): DateOrder | undefined => {
  for (const text of dates) {
    const [, first, second] = SHOWN.exec(text.trim()) ?? []
    if (first !== undefined && Number(first) > 12) return 'DMY'
    if (second !== undefined && Number(second) > 12) return 'MDY'
  }
  return undefined
}

/** The order of the regional format of a language. */
export const dateOrderOf = (language: string): DateOrder => {
  const parts = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(new Date(0))
  const [first] = parts.filter(({ type }) => type !== 'literal')
  if (first?.type === 'day') return 'DMY'
  return first?.type === 'year' ? 'YMD' : 'MDY'
}
