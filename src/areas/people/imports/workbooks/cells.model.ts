import { findFieldOfHeader } from '../columns/fields.model.ts'
import type { TableRow } from '../tables/source.model.ts'

/** The format of the numbers of a cell, as far as this changes their text. */
export type CellFormat = { kind: 'date' } | { kind: 'padded'; digits: number } | undefined

/** Tests whether a format is one of the formats of dates and times that Excel has without a code in the file. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Texts in quotes, escaped characters, spaces as wide as a character, and colors or regions in brackets. */
const LITERALS = /"[^"]*"|\\.|[_*].|\[[^\]]*\]/g

/** Returns the format of an id or a code such as `dd.mm.yyyy` or `00000`. */
export const formatOf = (id: number, code: string | undefined): CellFormat => {
  if (code === undefined) return isBuiltInDate(id) ? { kind: 'date' } : undefined
  if (/^0{2,}$/.test(code)) return { kind: 'padded', digits: code.length }
  // Hours above 24, such as [h]:mm, are a duration.
  if (/\[[hms]+\]/i.test(code)) return undefined
  const [positive = ''] = code.replace(LITERALS, '').split(';')
  return /[ymdhs]/i.test(positive) && !/general/i.test(positive) ? { kind: 'date' } : undefined
}

const DAY_SECONDS = 86_400
/** 9999-12-31 */
const MAX_SERIAL = 2_958_465
/** Days between the epochs of Windows and of old Macs. */
const DAYS_TO_1904 = 1462
/** Excel counts 1900-02-29, which did not exist. */
const MISSING_DAY = 60

/** Returns a date as YYYY-MM-DD, with the time if it has one; a time alone as hh:mm:ss. @param serial days since 1900. */
export const formatSerialDate = (serial: number, is1904: boolean): string | undefined => {
  const days = is1904 ? serial + DAYS_TO_1904 : serial
  if (!(serial >= 0) || days > MAX_SERIAL + 1) return undefined
  const seconds = Math.round(days * DAY_SECONDS)
  const day = Math.floor(seconds / DAY_SECONDS)
  const time = seconds % DAY_SECONDS
  const clock = new Date(time * 1000).toISOString().slice(11, 19)
  if (day === 0) return clock
  const since = day > MISSING_DAY ? Date.UTC(1899, 11, 30) : Date.UTC(1899, 11, 31)
  const date = new Date(since + day * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  return time === 0 ? date : `${date} ${clock}`
}

/** Digits that Excel calculates with. */
const DIGITS = 15

/** Returns a number with a point, in a form that no language reads as thousands. */
export const formatNumber = (value: number): string => {
  const text = String(Number(value.toPrecision(DIGITS)))
  return /^-?\d{1,3}\.\d{3}$/.test(text) ? `${text}0` : text
}

/** Returns the text of a cell with a number. */
export const formatNumericCell = (raw: string, format: CellFormat, is1904: boolean): string => {
  const value = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(value)) return raw
  if (format?.kind === 'date') return formatSerialDate(value, is1904) ?? formatNumber(value)
  if (format?.kind === 'padded' && Number.isInteger(value) && value >= 0)
    return String(value).padStart(format.digits, '0')
  return formatNumber(value)
}

/** A block of merged cells; rows from 1, columns from 0. */
export interface Merged {
  top: number
  bottom: number
  left: number
  right: number
}

/** Rows at the start of a sheet in which headers are looked for. */
export const MAX_HEADER_ROWS = 20

/**
 * Finds the headers in the first rows of a sheet: after titles, which fill one cell of a row, and from two rows if cells of the
 * first are merged over headers of the second. A row of them has the line of its last row.
 */
export const findHeaders = (rows: readonly TableRow[], merged: readonly Merged[]): TableRow | undefined => {
  const at = rows.findIndex((row) => !isTitle(row))
  const [first, second] = rows.slice(Math.max(0, at))
  if (!first) return undefined
  return second && isDouble(first, second, merged) ? joined(first, second, merged) : first
}

const isTitle = ({ fields }: TableRow): boolean => {
  const filled = fields.filter((field) => field !== '')
  return filled.length === 1 && !filled.some((field) => findFieldOfHeader(field))
}

const isOver = (line: number, { top, bottom, left, right }: Merged): boolean =>
  top === line && bottom === line && right > left

/** Returns whether the second row has headers below merged cells of the first. */
const isDouble = (first: TableRow, second: TableRow, merged: readonly Merged[]): boolean =>
  second.line === first.line + 1 &&
  merged.some(
    (one) =>
      isOver(first.line, one) &&
      second.fields.slice(one.left, one.right + 1).some((field) => findFieldOfHeader(field) !== undefined),
  )

// A header below a group has the name of the group before it if another one of the row has the same text.
const joined = (first: TableRow, second: TableRow, merged: readonly Merged[]): TableRow => {
  const count = Math.max(first.fields.length, second.fields.length)
  const fields = Array.from({ length: count }, (_, at) => {
    const own = first.fields.at(at) ?? ''
    const below = second.fields.at(at) ?? ''
    if (below === '') return own
    const group = merged.find((one) => isOver(first.line, one) && one.left <= at && at <= one.right)
    const name = group ? (first.fields.at(group.left) ?? '') : own
    const isRepeated = second.fields.filter((field) => field === below).length > 1
    return isRepeated && name !== '' ? `${name} ${below}` : below
  })
  return { line: second.line, fields }
}
