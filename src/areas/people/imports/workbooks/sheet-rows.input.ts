import { badFile, type TableRow } from '../tables/source.model.ts'
import { type CellFormat, numericText } from './cell-formats.model.ts'
import { readXml, unescaped, type XmlReader } from './xml.input.ts'

/** What the cells of a sheet refer to. */
export interface CellContext {
  /** Of the workbook, for problems. */
  name: string
  strings: readonly string[]
  /** By the number of a style. */
  formats: readonly CellFormat[]
  /** Whether days count from 1904. */
  is1904: boolean
}

/** The limits of Excel. */
const MAX_ROWS = 1_048_576
const MAX_COLUMNS = 16_384
/** As in text files. */
const MAX_ROW_SIZE = 1_000_000

/** Reads the rows of a sheet that are not empty. The line is the number of the row. @throws 422 `import-file` */
export async function* readSheetRows(bytes: AsyncIterable<Buffer>, context: CellContext): AsyncGenerator<TableRow> {
  const reader = new SheetReader(context)
  for await (const _ of readXml(bytes, reader)) yield* reader.take()
}

interface Cell {
  column: number
  type: string
  style: number
  text: string
}

class SheetReader implements XmlReader {
  readonly #context: CellContext
  #rows: TableRow[] = []
  #line = 0
  #fields: string[] = []
  #size = 0
  #column = -1
  #cell: Cell | undefined
  /** Whether the text of the cell is being read: in `v`, or in `t` outside of a pronunciation. */
  #isText = false
  #isPhonetic = false

  constructor(context: CellContext) {
    this.#context = context
  }

  /** Returns the rows that were read since the last call. */
  take(): TableRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
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
      throw badFile(`Row ${this.#line} of ${this.#context.name} has more than a million characters.`)
  }

  closed(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
  }

  #beginRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : Number(number)
    if (!(line > this.#line && line <= MAX_ROWS))
      throw badFile(`${this.#context.name} has rows in a wrong order. Save it again.`)
    this.#line = line
    this.#fields = []
    this.#size = 0
    this.#column = -1
  }

  #beginCell(attributes: ReadonlyMap<string, string>): void {
    const reference = attributes.get('r')
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
    if (!(this.#column >= 0 && this.#column < MAX_COLUMNS))
      throw badFile(`${this.#context.name} has a cell in no column. Save it again.`)
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
    const text = this.#textOf(cell).trim()
    if (text === '') return
    while (this.#fields.length < cell.column) this.#fields.push('')
    this.#fields[cell.column] = text
  }

  #endRow(): void {
    if (this.#fields.length > 0) this.#rows.push({ line: this.#line, fields: this.#fields })
    this.#fields = []
  }

  #textOf({ type, style, text }: Cell): string {
    const { strings, formats, is1904 } = this.#context
    if (type === 's') return strings[Number(text)] ?? ''
    if (type === 'b') return text === '1' ? 'TRUE' : text === '0' ? 'FALSE' : text
    if (type === 'd') return text.replace(/T00:00:00(?:\.0+)?Z?$/, '')
    return type === 'n' ? numericText(text, formats[style], is1904) : unescaped(text)
  }
}

const LETTERS = 26
const BEFORE_A = 64

/** The column of a reference such as `AB12`, from 0. */
export const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * LETTERS + letter.charCodeAt(0) - BEFORE_A
  return column - 1
}
