import { writtenAmount } from '#kernel/money/written-amount'
import { FONT_ASCENT, FONT_DESCENT } from '../fonts/own-font.ts'
import { BODY_TEXT } from '../style/styles.ts'
import type { Row } from './block.ts'
import type { Structure } from './pen.ts'
import type { Piece } from './piece.ts'

/** The columns of a table, and where it is. */
interface Columns {
  widths: readonly number[]
  left: number
  root: Structure
}

const STYLE = { ...BODY_TEXT, fontSize: 8, color: '#5f6c75' }
const PADDING = { side: 6, above: 4 }
const HEIGHT = STYLE.fontSize * STYLE.lineHeight + 2 * PADDING.above

/**
 * Adds to the rows of a table what the pages show where it continues on the next one: the sum of a column so far, whose cells have
 * the class `carry`, or the last balance, by `carry-balance`. The last row needs none.
 */
export const addCarries = (pieces: readonly Piece[], rows: readonly Row[], columns: Columns): void => {
  let cents = 0
  for (const [index, row] of rows.slice(0, -1).entries()) {
    const column = row.cells.findIndex(({ carried }) => carried !== undefined)
    const carried = row.cells.at(column)?.carried
    const piece = pieces[index]
    if (column < 0 || !carried || !piece) continue
    cents = carried.isBalance ? carried.cents : cents + carried.cents
    const right = rightOf(row, column, columns)
    const amount = writtenAmount(cents / 100)
    piece.carry = {
      over: linePiece('Carried over', amount, right, columns),
      forward: linePiece('Brought forward', amount, right, columns),
    }
  }
}

/** Returns the right side of a cell. */
const rightOf = ({ cells }: Row, column: number, { widths, left }: Columns): number => {
  const count = cells.slice(0, column + 1).reduce((sum, { columns }) => sum + columns, 0)
  return left + widths.slice(0, count).reduce((sum, width) => sum + width, 0)
}

const linePiece = (label: string, amount: string, right: number, { left, root }: Columns): Piece => ({
  height: HEIGHT,
  gap: 0,
  paint: (pen, x, y) => {
    const leading = (STYLE.lineHeight - FONT_ASCENT - FONT_DESCENT) / 2 + FONT_ASCENT
    const baseline = y + PADDING.above + STYLE.fontSize * leading
    const start = x + right - PADDING.side - pen.textWidth(amount, STYLE)
    pen.text(root, { text: label, style: STYLE }, x + left + PADDING.side, baseline)
    pen.text(root, { text: amount, style: STYLE }, start, baseline)
  },
})
