import type { Length } from '../style/values.ts'

/** What a column of a table needs. */
export interface Column {
  /** The width that the template states. */
  fixed: Length | undefined
  /** The width of its longest word, and of its longest text without a break. */
  least: number
  most: number
}

/** Distributes the width of a table over its columns. */
export const columnWidths = (columns: readonly Column[], width: number): number[] => {
  const fixed = columns.map(({ fixed: stated }) => (stated ? pointsOf(stated, width) : undefined))
  const stated = sum(fixed.map((points) => points ?? 0))
  const free = columns.filter((_, index) => fixed[index] === undefined)
  if (free.length === 0 || stated >= width) {
    const all = fixed.map((points, index) => points ?? columns[index]?.least ?? 0)
    return scale(all, width)
  }
  const found = freeWidths(free, width - stated)
  return fixed.map((points) => points ?? found.shift() ?? 0)
}

const pointsOf = (length: Length, width: number): number =>
  'points' in length ? length.points : (width * length.percent) / 100

/**
 * Returns the widths of columns: their longest text if there is room, and the rest goes to those with text that can
 * wrap.
 */
const freeWidths = (columns: readonly Column[], width: number): number[] => {
  const least = sum(columns.map((column) => column.least))
  const most = sum(columns.map((column) => column.most))
  if (least >= width)
    return scale(
      columns.map((column) => column.least),
      width,
    )
  if (most >= width) {
    const part = (width - least) / Math.max(most - least, 0.001)
    return columns.map((column) => column.least + (column.most - column.least) * part)
  }
  const wraps = columns.map((column) => (column.most > column.least ? column.most : 0))
  const shares = sum(wraps) > 0 ? wraps : columns.map((column) => column.most || 1)
  return columns.map((column, index) => column.most + ((width - most) * (shares[index] ?? 0)) / sum(shares))
}

const scale = (widths: readonly number[], width: number): number[] => {
  const total = sum(widths)
  return widths.map((one) => (total > 0 ? (one * width) / total : width / widths.length))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
