import { Problem } from '#kernel/errors/problem'
import { badFile, describeDamage } from '../tables/source.model.ts'
import { type CellFormat, formatNumericCell } from './cells.model.ts'
import { readXml, unescapeXml, XmlFault, type XmlReader } from './xml.input.ts'

/** Some rows of a sheet, and what their cells refer to. */
export interface SheetBlock {
  /** Of the workbook, for problems. */
  name: string
  xml: string
  /** The number of the row before. */
  afterLine: number
  /** By the number of a style. */
  formats: readonly CellFormat[]
  /** Whether days count from 1904. */
  is1904: boolean
}

/** The cells of a row that are not empty. A number is the position of a shared text. */
export interface SheetRow {
  line: number
  /** From 0, ascending. */
  columns: number[]
  values: (string | number)[]
}

export interface ReadRows {
  rows: SheetRow[]
  /** The number of the last row, which can be empty. */
  line: number
  /** Why the rows after it cannot be read. */
  fault?: string
}

/** The limits of Excel. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
/** The same limit as in text files. */
const MAX_ROW_SIZE = 1_000_000

/** Reads the rows of a block that are not empty, up to one that cannot be read. The line is the number of the row. */
export const readRowsIn = (block: SheetBlock): ReadRows => {
  const reader = new SheetReader(block)
  try {
    readXml(block.xml, reader)
  } catch (error) {
    if (!(error instanceof Problem || error instanceof XmlFault)) throw error
    const fault = error instanceof Problem ? error.message : describeDamage(block.name)
    return { rows: reader.rows, line: reader.line, fault }
  }
  return { rows: reader.rows, line: reader.line }
}

interface Cell {
  column: number
  type: string
  style: number
  text: string
}

class SheetReader implements XmlReader {
  readonly rows: SheetRow[] = []
  line: number
  readonly #block: SheetBlock
  #values = new Map<number, string | number>()
  #size = 0
  #column = -1
  #cell: Cell | undefined
  /** Whether the text of the cell is being read: in `v`, or in `t` outside of a pronunciation. */
  #isText = false
  #isPhonetic = false

  constructor(block: SheetBlock) {
    this.#block = block
    this.line = block.afterLine
  }

  opened(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'row') this.#beginRow(attributes.get('r'))
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'rPh') this.#isPhonetic = true
    else this.#isText = this.#cell !== undefined && (name === 'v' || (name === 't' && !this.#isPhonetic))
  }

  text(text: string): void {
    if (!this.#isText || !this.#cell) return
    this.#cell.text += text
    this.#size += text.length
    if (this.#size > MAX_ROW_SIZE)
      throw badFile(`Row ${this.line} of ${this.#block.name} has more than a million characters.`)
  }

  closed(name: string, isImplied: boolean): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow(isImplied)
  }

  #beginRow(number: string | undefined): void {
    const line = number === undefined ? this.line + 1 : Number(number)
    if (!(line > this.line && line <= MAX_ROWS))
      throw badFile(`${this.#block.name} has rows in a wrong order. Save it again.`)
    this.line = line
    this.#values = new Map()
    this.#size = 0
    this.#column = -1
  }

  #beginCell(attributes: ReadonlyMap<string, string>): void {
    const reference = attributes.get('r')
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
    if (!(this.#column >= 0 && this.#column < MAX_COLUMNS))
      throw badFile(`${this.#block.name} has a cell in no column. Save it again.`)
    this.#cell = {
      column: this.#column,
      text: '',
      type: attributes.get('t') ?? 'n',
      style: Number(attributes.get('s') ?? 0),
    }
  }

  #endCell(): void {
    const cell = this.#cell
    this.#cell = undefined
    if (!cell) return
    if (cell.type === 's') {
      const position = Number(cell.text)
      if (cell.text !== '' && Number.isSafeInteger(position)) this.#values.set(cell.column, position)
      return
    }
    const text = this.#textOf(cell).trim()
    if (text !== '') this.#values.set(cell.column, text)
  }

  #endRow(isImplied: boolean): void {
    if (this.#values.size === 0) return
    if (isImplied) throw new XmlFault('A row has no end')
    const cells = [...this.#values].sort(([a], [b]) => a - b)
    this.rows.push({
      line: this.line,
      columns: cells.map(([column]) => column),
      values: cells.map(([, value]) => value),
    })
    this.#values = new Map()
  }

  #textOf({ type, style, text }: Cell): string {
    const { formats, is1904 } = this.#block
    if (type === 'b') return text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : text
    if (type === 'd') return text.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    return type === 'n' ? formatNumericCell(text, formats[style], is1904) : unescapeXml(text)
  }
}

const LETTERS = 26
const BEFORE_A = 64

/** Returns the column of a reference such as `AB12`, from 0. */
export const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * LETTERS + letter.charCodeAt(0) - BEFORE_A
  return column - 1
}
