import { stringify } from 'csv-stringify/sync'
import type { FieldType } from '#kernel/listing/listing'
import { localTime } from '#kernel/time/local-time'

/** Spreadsheets read a file as UTF-8 if it begins with this. */
export const BYTE_ORDER_MARK = '\ufeff'

export type CsvCell = string | number | boolean | null | undefined

/** A column of a file, with the type of its values; absent for text and numbers as they are. */
export interface CsvColumn {
  header: string
  type?: FieldType | undefined
}

/**
 * Writes lines of CSV by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it.
 *
 * @param columns the types of the columns: amounts have two decimals, as all currencies of tenants do.
 */
export const writeCsvLines = (
  rows: readonly (readonly CsvCell[])[],
  columns: readonly Pick<CsvColumn, 'type'>[] = [],
): string =>
  stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      escape_formulas: true,
      cast: {
        boolean: (value) => String(value),
        number: (value, { index }) => (columns[index]?.type === 'money' ? value.toFixed(2) : String(value)),
      },
    },
  )

/** Writes the names of columns as the first line. */
export const writeCsvHead = (columns: readonly CsvColumn[]): string =>
  writeCsvLines([columns.map(({ header }) => header)])

/** Returns the cells of a line as people read them: amounts as numbers, and times in a time zone. */
export const readableCells = (cells: readonly CsvCell[], columns: readonly CsvColumn[], timeZone: string): CsvCell[] =>
  cells.map((cell, index) => {
    const type = columns[index]?.type
    if (typeof cell !== 'string' || cell === '') return cell
    if (type === 'money') return Number(cell)
    return type === 'instant' ? localText(timeZone, new Date(cell)) : cell
  })

/** Writes date and time in a time zone, as spreadsheets read them: `2027-03-01 09:30`. */
export const localText = (timeZone: string, at: Date): string => {
  const { day, hour, minute } = localTime(timeZone, at)
  return `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
