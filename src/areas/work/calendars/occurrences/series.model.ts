import type { CalendarItem } from '#prisma/client'
import type { ItemWithOverrides, Override } from '../overrides/overrides.model.ts'

/** The columns that are times. Local times are stored as if they were UTC, and so are written without a zone. */
const TIMES = new Set([
  ...['local_start', 'local_end', 'starts_at', 'ends_at', 'last_ends_at', 'created_at', 'changed_at', 'original_start'],
  'excluded_starts',
])

interface SeriesRow {
  item: Record<string, unknown>
  overrides: Record<string, unknown>[]
}

/** Reads the text of seriesSql. */
export const readSeries = (text: string): ItemWithOverrides[] =>
  (JSON.parse(text) as SeriesRow[]).map(
    ({ item, overrides }): ItemWithOverrides => ({
      ...fieldsOf<CalendarItem>(item),
      overrides: overrides.map(fieldsOf<Override>),
    }),
  )

/** The fields of a row by their names in Prisma. */
const fieldsOf = <T>(row: Record<string, unknown>): T =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      TIMES.has(column) ? timeOf(value) : value,
    ]),
  ) as T

const timeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(timeOf)
  return typeof value === 'string' ? new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`) : value
}
