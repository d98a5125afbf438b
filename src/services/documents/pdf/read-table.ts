import type { Element } from '../style/element.ts'
import type { Block, Cell, Row, TableBlock } from './block.ts'
import { type Styled, styled } from './styled.ts'

const MAX_COLUMNS = 40

/** Reads the blocks inside an element. */
type ReadChildren = (element: Styled) => Block[]

/** Returns a table. Rows of a `thead` are its head; a caption becomes a row across the table. */
export const readTable = (table: Styled, read: ReadChildren): TableBlock => {
  const block: TableBlock = { kind: 'table', head: [], rows: [], box: table.box }
  for (const { element, parents } of rowsOf(table)) {
    const inner = parents.at(-1) ?? table
    const row = element.tag === 'caption' ? captionRow(element, inner, read) : readRow(element, inner, read)
    if (row.cells.length > 0) (inner.element.tag === 'thead' ? block.head : block.rows).push(row)
  }
  return block
}

interface FoundRow {
  element: Element
  parents: Styled[]
}

const elementsOf = ({ children }: Element): Element[] => children.filter((child) => typeof child !== 'string')

const PARTS = new Set(['thead', 'tbody', 'tfoot'])

const rowsOf = (table: Styled): FoundRow[] =>
  elementsOf(table.element).flatMap((element): FoundRow[] => {
    if (element.tag === 'tr' || element.tag === 'caption') return [{ element, parents: [] }]
    if (!PARTS.has(element.tag)) return []
    const part = styled(element, table.inside)
    return elementsOf(element)
      .filter(({ tag }) => tag === 'tr')
      .map((row) => ({ element: row, parents: [part] }))
  })

const readRow = (element: Element, parent: Styled, read: ReadChildren): Row => {
  const row = styled(element, parent.inside)
  const cells: Cell[] = []
  let left = MAX_COLUMNS
  for (const child of elementsOf(element)) {
    if ((child.tag !== 'td' && child.tag !== 'th') || left === 0) continue
    const columns = Math.min(Math.max(Number.parseInt(child.attributes.colspan ?? '1', 10) || 1, 1), left)
    left -= columns
    cells.push(cellOf(styled(child, row.inside), columns, read))
  }
  return { cells, background: row.box.background }
}

const cellOf = (cell: Styled, columns: number, read: ReadChildren): Cell => ({
  role: cell.element.tag === 'th' ? 'TH' : 'TD',
  columns,
  children: read(cell),
  box: cell.box,
  carried: carriedOf(cell.element),
})

const carriedOf = (cell: Element): Cell['carried'] => {
  const isBalance = cell.classes.includes('carry-balance')
  const cents = isBalance || cell.classes.includes('carry') ? parseAmount(textOf(cell)) : undefined
  return cents === undefined ? undefined : { cents, isBalance }
}

const textOf = ({ children }: Element): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** Parses an amount as documents write it: `−1,250.00`. @returns cents; undefined for other text. */
const parseAmount = (text: string): number | undefined => {
  const written = text.trim().replaceAll(',', '').replace('\u2212', '-')
  return /^-?\d{1,12}\.\d{2}$/.test(written) ? Math.round(Number(written) * 100) : undefined
}

const captionRow = (element: Element, table: Styled, read: ReadChildren): Row => {
  const caption = styled(element, table.inside)
  const padding = { ...caption.box.padding, bottom: caption.box.margin.bottom }
  return {
    cells: [{ ...cellOf(caption, Number.POSITIVE_INFINITY, read), box: { ...caption.box, padding } }],
    background: undefined,
  }
}
