import type { BoxStyle } from '../style/styles.ts'
import type { Cell, Row, TableBlock } from './block.ts'
import { addCarries } from './carry.ts'
import { type Column, columnWidths } from './columns.ts'
import type { Pen, Structure } from './pen.ts'
import { heightOf, type Piece, paintAll, SEAM, splitAll } from './piece.ts'
import type { Layout, Space, Widths } from './space.ts'

/** Lays out a table: a piece for each row. Cells of a row have the height of the highest. */
export const layOutTable = (table: TableBlock, space: Space, layout: Layout): Piece[] => {
  const { pen, width: available } = space
  const width = tableWidth(table, available)
  const widths = columnWidths(columnsOf(table, pen, layout), width)
  const node = pen.node(space.parent, 'Table')
  const left = table.box.isPushedRight ? available - width : 0
  const pieces = (rows: readonly Row[], role: 'THead' | 'TBody'): Piece[] => {
    if (rows.length === 0) return []
    const part = pen.node(node, role)
    return rows.map((row) => rowPiece(row, widths, left, { ...space, parent: part }, layout))
  }
  const head = pieces(table.head, 'THead')
  const rows = pieces(table.rows, 'TBody')
  for (const piece of head) piece.keepsWithNext = true
  addCarries(rows, table.rows, { widths, left, root: space.parent })
  // A head that fills a third of the page is not repeated.
  if (head.length > 0 && heightOf(head) <= space.pageHeight / 3) for (const row of rows) row.head = head
  return [...head, ...rows]
}

/** Returns the widths that a table needs at least and at most. */
export const measureTable = (table: TableBlock, pen: Pen, layout: Layout): Widths => {
  const columns = columnsOf(table, pen, layout)
  const least = total(columns.map((one) => one.least))
  const most = total(columns.map((one) => one.most))
  const { width } = table.box
  return width && 'points' in width ? { least: Math.min(least, width.points), most: width.points } : { least, most }
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const tableWidth = ({ box }: TableBlock, available: number): number => {
  const { width } = box
  if (!width) return available
  return Math.min('points' in width ? width.points : (available * width.percent) / 100, available)
}

/** Returns a row of cells with the column of each. The last cell ends with the table. */
const placed = ({ cells }: Row, count: number): { cell: Cell; from: number; to: number }[] => {
  let at = 0
  return cells.flatMap((cell) => {
    const from = at
    at = Math.min(at + cell.columns, count)
    return from < count ? [{ cell, from, to: at }] : []
  })
}

const columnsOf = ({ head, rows }: TableBlock, pen: Pen, layout: Layout): Column[] => {
  const all = [...head, ...rows]
  const counts = all.map(({ cells }) => total(cells.map(({ columns }) => (Number.isFinite(columns) ? columns : 0))))
  const count = counts.reduce((most, one) => Math.max(most, one), 1)
  const columns: Column[] = Array.from({ length: count }, () => ({ fixed: undefined, least: 0, most: 0 }))
  for (const row of all)
    for (const { cell, from, to } of placed(row, count)) {
      const { least, most } = layout.widest(cell.children, pen)
      const around = sidesOf(cell.box)
      for (const column of columns.slice(from, to)) {
        column.least = Math.max(column.least, (least + around) / (to - from))
        column.most = Math.max(column.most, (most + around) / (to - from))
        if (to - from === 1) column.fixed ??= cell.box.width
      }
    }
  return columns
}

const sidesOf = ({ padding, borders }: BoxStyle): number =>
  padding.left + padding.right + (borders.left?.width ?? 0) + (borders.right?.width ?? 0)

const aboveOf = ({ padding, borders }: BoxStyle): number => padding.top + (borders.top?.width ?? 0)

const belowOf = ({ padding, borders }: BoxStyle): number => padding.bottom + (borders.bottom?.width ?? 0)

/** A cell of a row with its content. */
interface LaidOut {
  box: BoxStyle
  x: number
  width: number
  pieces: Piece[]
}

const rowPiece = (row: Row, widths: readonly number[], left: number, space: Space, layout: Layout): Piece => {
  const node = space.pen.node(space.parent, 'TR')
  const cells = placed(row, widths.length).map(({ cell, from, to }): LaidOut => {
    const width = total(widths.slice(from, to))
    const parent: Structure = space.pen.node(node, cell.role, cell.role === 'TH' ? { scope: 'Column' } : {})
    const inner = { ...space, width: Math.max(width - sidesOf(cell.box), 1), parent }
    const pieces = layout.layOutAll(cell.children, inner)
    return { box: cell.box, x: left + total(widths.slice(0, from)), width, pieces }
  })
  return pieceOf(cells, row.background)
}

const pieceOf = (cells: readonly LaidOut[], background: string | undefined): Piece => {
  const height = cells.reduce((most, cell) => Math.max(most, cellHeight(cell)), 0)
  return {
    height,
    gap: 0,
    paint: (pen, x, y) => {
      for (const cell of cells)
        paintCell(pen, cell, background, { x: x + cell.x, y, height, isLast: cell === cells.at(-1) })
    },
    split: (available) => {
      const parts = cells.map((cell) => splitAll(cell.pieces, available - aboveOf(cell.box) - belowOf(cell.box)))
      if (parts.every(([first]) => first.length === 0) || parts.every(([, rest]) => rest.length === 0)) return undefined
      const part = (which: 0 | 1): Piece =>
        pieceOf(
          cells.map((cell, index) => ({ ...cell, pieces: parts[index]?.[which] ?? [] })),
          background,
        )
      return [part(0), part(1)]
    },
  }
}

const cellHeight = ({ box, pieces }: LaidOut): number =>
  Math.max(heightOf(pieces) + aboveOf(box) + belowOf(box), Math.min(box.height ?? 0, 400))

const paintCell = (
  pen: Pen,
  { box, width, pieces }: LaidOut,
  rowBackground: string | undefined,
  { x, y, height, isLast }: { x: number; y: number; height: number; isLast: boolean },
): void => {
  const { top, right, bottom, left } = box.borders
  const background = box.background ?? rowBackground
  if (background) pen.fill(background, x, y, isLast ? width : width + SEAM, height)
  if (top) pen.fill(top.color, x, y, width, top.width)
  if (bottom) pen.fill(bottom.color, x, y + height - bottom.width, width, bottom.width)
  if (left) pen.fill(left.color, x, y, left.width, height)
  if (right) pen.fill(right.color, x + width - right.width, y, right.width, height)
  const room = height - heightOf(pieces) - aboveOf(box) - belowOf(box)
  const lowered = box.verticalAlign === 'top' ? 0 : box.verticalAlign === 'bottom' ? room : room / 2
  paintAll(pieces, pen, x + box.padding.left + (left?.width ?? 0), y + aboveOf(box) + Math.max(lowered, 0))
}
