import { ValueFault } from './values.model.ts'

export type DateOrder = 'YMD' | 'DMY' | 'MDY'

const EXPECTED = 'must be a date, such as 2026-03-31'
const NUMERIC = /^(\d{1,4})([./\-\s])\s?(\d{1,2})\2\s?(\d{1,4})(?:[T\s,].*)?$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[.\s-]*(\p{L}{3,})\.?[\s,-]*(\d{2,4})(?:[T\s,].*)?$/u
const MONTH_DAY = /^(\p{L}{3,})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})(?:[T\s,].*)?$/u

/** Returns a reader of dates as YYYY-MM-DD. The time of day does not count. */
export const dateReader = (order: DateOrder, language: string): ((text: string) => string) => {
  const months = monthsOf(language)
  const ofMonth = (name: string): number => {
    const month = months.get(monthKey(name))
    if (month === undefined) throw new ValueFault(EXPECTED)
    return month
  }
  return (text) => {
    const numeric = NUMERIC.exec(text)
    if (numeric) return ofNumbers(numeric, order)
    const compact = COMPACT.exec(text)
    if (compact) return dayOf(compact[1], compact[2], compact[3])
    const dayFirst = DAY_MONTH.exec(text)
    if (dayFirst) return dayOf(dayFirst[3], ofMonth(dayFirst[2] ?? ''), dayFirst[1])
    const monthFirst = MONTH_DAY.exec(text)
    if (monthFirst) return dayOf(monthFirst[3], ofMonth(monthFirst[1] ?? ''), monthFirst[2])
    throw new ValueFault(EXPECTED)
  }
}

const ofNumbers = ([, first = '', separator, second = '', third = '']: RegExpExecArray, order: DateOrder): string => {
  if (first.length === 4) return dayOf(first, second, third)
  if (first.length === 3 || third.length === 3 || third.length === 1) throw new ValueFault(EXPECTED)
  // Only the languages of dotted dates use dots, and all of them write the day first.
  if (separator === '.' || order === 'DMY') return dayOf(third, second, first)
  if (order === 'YMD' && third.length === 2) return dayOf(first, second, third)
  return dayOf(third, first, second)
}

type Part = string | number | undefined

const dayOf = (year: Part, month: Part, day: Part): string => {
  const y = fullYear(Number(year), String(year).length)
  const m = Number(month)
  const d = Number(day)
  const date = new Date(Date.UTC(y, m - 1, d))
  if (y < 1000 || y > 9999 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d) throw new ValueFault(EXPECTED)
  return date.toISOString().slice(0, 10)
}

/** Years of two digits as Excel reads them: 00 to 29 are in this century. */
const fullYear = (year: number, digits: number): number => (digits > 2 ? year : year + (year < 30 ? 2000 : 1900))

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
