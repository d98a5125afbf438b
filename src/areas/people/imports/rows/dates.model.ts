import { isDayOfCalendar, parseDayIn } from '#kernel/time/written-date'
import type { ColumnField } from '../columns/fields.model.ts'
import type { ColumnOrder, DateOrder } from './date-orders.model.ts'
import { GUESSES, type Note } from './guesses.model.ts'
import { OpenFault, ValueFault } from './values.model.ts'

const EXPECTED = 'must be a date, such as 2026-03-31'
const NUMERIC = /^(\d{1,4})([./\-\s])\s?(\d{1,2})\2\s?(\d{1,4})(?:[T\s,].*)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[.\s-]*(\p{L}{3,})\.?[\s,-]*(\d{2,4})(?:[T\s,].*)?$/u
const MONTH_DAY = /^(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})(?:[T\s,].*)?$/u

/** The days near which the date of a field lies: an expiry near today, a birth or a join before it. */
export type DateUse = 'expiry' | 'past' | 'open'

export interface DateCell {
  column: ColumnField
  note: Note
}

export type DateReader = (text: string, use?: DateUse, cell?: DateCell) => string

/** The rules by which dates of a file are read. */
export interface DateRules {
  orderOf: (column: ColumnField | undefined) => ColumnOrder
  /** The first of the 100 years of years with two digits; undefined: the rule of the field decides. */
  century: number | undefined
  language: string
  /** YYYY-MM-DD in the time zone of the tenant. */
  today: string
  /** IANA name of the zone of the tenant. */
  timeZone: string
}

/** Returns a reader of dates as YYYY-MM-DD. An instant is its day in the zone of the tenant; otherwise the time of day does not count. */
export const makeDateReader = ({ orderOf, century, language, today, timeZone }: DateRules): DateReader => {
  const months = monthsOf(language)
  const ofMonth = (name: string): number => {
    const month = months.get(monthKey(name))
    if (month === undefined) throw new ValueFault(EXPECTED)
    return month
  }
  return (text, use = 'open', { column, note = ignore }: Partial<DateCell> = {}) => {
    const dayOf = dayMaker({ use, today, century, note })
    const instant = ZONED.test(text) ? parseDayIn(timeZone, text) : null
    if (instant !== null) return instant
    const numeric = NUMERIC.exec(text)
    if (numeric) return ofNumbers(numeric, orderOf(column), dayOf, note)
    const compact = COMPACT.exec(text)
    if (compact) return dayOf(compact[1], compact[2], compact[3])
    return SERIAL.test(text) ? ofSerial(Number(text), note) : ofNames(text, ofMonth, dayOf)
  }
}

const ignore: Note = () => undefined

/** Reads a date with the name of its month. */
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

const ofSerial = (serial: number, note: Note): string => {
  note('SpreadsheetDate', GUESSES.serial)
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)
}

type DayMaker = (year: Part, month: Part, day: Part) => string

const ofNumbers = (
  [, first = '', separator, second = '', third = '']: RegExpExecArray,
  { order: found, from }: ColumnOrder,
  dayOf: DayMaker,
  note: Note,
): string => {
  if (first.length === 4) return dayOf(first, second, third)
  if (first.length === 3 || third.length === 3 || third.length === 1) throw new ValueFault(EXPECTED)
  // Only the languages of dotted dates use dots, and all of them write the day first.
  if (separator === '.') return dayOf(third, second, first)
  const isEither = Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
  if (isEither && from === 'open') throw new OpenFault(OPEN_ORDER)
  if (isEither && from === 'guessed') note('DateOrder', GUESSES.order(found))
  const order = from === 'open' ? ownOrder(Number(first)) : found
  if (order === 'DMY') return dayOf(third, second, first)
  if (order === 'YMD' && third.length === 2) return dayOf(first, second, third)
  return dayOf(third, first, second)
}

/** Returns the order that a date shows. */
const ownOrder = (first: number): DateOrder => (first > 31 ? 'YMD' : first > 12 ? 'DMY' : 'MDY')

const OPEN_ORDER =
  'can be read in two ways, and the dates of the file show both: DateOrder decides it, or DateOrders for this column'

type Part = string | number | undefined

interface DayRules {
  use: DateUse
  today: string
  century: number | undefined
  note: Note
}

const dayMaker =
  ({ use, today, century, note }: DayRules): DayMaker =>
  (year, month, day) => {
    const isShort = String(year).length <= 2
    const candidates = isShort ? shortYears(Number(year), century) : [Number(year)]
    const days = candidates
      .filter((one) => one >= 1000 && isDayOfCalendar(one, Number(month), Number(day)))
      .map((one) => `${one}-${pad(month)}-${pad(day)}`)
    const isGuess = isShort && century === undefined
    const found = isGuess ? chosenDay(days, use, today) : days[0]
    if (found === undefined) throw days.length > 0 ? new OpenFault(OPEN_CENTURY) : new ValueFault(EXPECTED)
    if (isGuess) note('Century', `${use === 'past' ? GUESSES.pastCentury : GUESSES.nearCentury}: Century decides it`)
    return found
  }

const CENTURIES = [1900, 2000, 2100]
const OPEN_CENTURY =
  'has a year of two digits, whose century is not known: write the year with four digits, or choose Century'

/** Returns the years that two digits can mean. */
const shortYears = (year: number, century: number | undefined): number[] =>
  century === undefined ? CENTURIES.map((one) => one + year) : [century + ((((year - century) % 100) + 100) % 100)]

/**
 * Returns the day of a year of two digits: the nearest one for an expiry, and the last one that has come for what lies
 * in the past.
 */
const chosenDay = (days: readonly string[], use: DateUse, today: string): string | undefined => {
  if (use === 'past') return days.filter((day) => day <= today).at(-1)
  if (use === 'open') return undefined
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  return [...days].sort((a, b) => distance(a) - distance(b))[0]
}

const pad = (part: Part): string => String(Number(part)).padStart(2, '0')

const monthKey = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\.$/, '')

/**
 * Returns names of months in a language and in English: long, short, and their first three letters if these are unique.
 */
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

/** Returns the order of the regional format of a language. */
export const findDateOrder = (language: string): DateOrder => {
  const parts = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(new Date(0))
  const [first] = parts.filter(({ type }) => type !== 'literal')
  if (first?.type === 'day') return 'DMY'
  return first?.type === 'year' ? 'YMD' : 'MDY'
}
