import { fieldOfHeader } from '../columns/fields.model.ts'
import type { TableRow } from '../tables/source.model.ts'

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
  return filled.length === 1 && !filled.some((field) => fieldOfHeader(field))
}

const isOver = (line: number, { top, bottom, left, right }: Merged): boolean =>
  top === line && bottom === line && right > left

/** Whether the second row has headers below merged cells of the first. */
const isDouble = (first: TableRow, second: TableRow, merged: readonly Merged[]): boolean =>
  second.line === first.line + 1 &&
  merged.some(
    (one) =>
      isOver(first.line, one) &&
      second.fields.slice(one.left, one.right + 1).some((field) => fieldOfHeader(field) !== undefined),
  )

/** A header below a group has the name of the group before it if another one of the row has the same text. */
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
