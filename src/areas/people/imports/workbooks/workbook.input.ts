import { badInput } from '#kernel/errors/problem'
import type { InThread } from '#kernel/threads/thread'
import { badFile, SAVE_AS, type Source, type TableRow } from '../tables/source.model.ts'
import { type CellFormat, findHeaders, MAX_HEADER_ROWS, type Merged } from './cells.model.ts'
import type { ListedSheets, Relation } from './parts.input.ts'
import { columnOf, type SheetRow } from './sheet-rows.input.ts'
import {
  readFormatsTask,
  readRelationsTask,
  readRowsTask,
  readSheetsTask,
  readStringsTask,
} from './workbooks.thread.ts'
import { readBlocks, readText } from './xml.input.ts'
import { openZip, type Zip } from './zip.input.ts'

export interface Sheet {
  name: string
  /** The names of all sheets of its workbook. */
  sheets: string[]
  /** Reads the headers and the rows after them. */
  rows(): AsyncGenerator<TableRow>
}

/** Bytes of parts after they were decompressed: without limits, a small file could fill the memory. */
const MAX_SHEET = 256_000_000
const MAX_STRINGS = 64_000_000
const MAX_PART = 16_000_000

/** Empty cells before others at most: a short reference such as XFD1 makes thousands of them. */
const MAX_EMPTY_CELLS = 50_000_000

/** A workbook that is open, and the thread that reads its XML. */
interface Workbook {
  name: string
  zip: Zip
  inThread: InThread
}

/** The parts to which the cells of a sheet refer. */
interface CellContext {
  strings: readonly string[]
  formats: readonly CellFormat[]
  is1904: boolean
}

/** Opens a sheet of a workbook (.xlsx): that of a name, or the first visible one. @throws 400, 422 `import-file`. */
export const openSheet = async (source: Source, wanted: string | undefined, inThread: InThread): Promise<Sheet> => {
  const workbook: Workbook = { name: source.name, zip: await openZip(source), inThread }
  const path = await findMainPart(workbook)
  const relations = await readRelations(workbook, path)
  const { sheets, is1904 } = await readSheets(workbook, path)
  const worksheets = sheets.filter(({ id }) => relations.get(id)?.type === 'worksheet')
  const sheet =
    wanted === undefined
      ? (worksheets.find((one) => one.isVisible) ?? worksheets[0])
      : worksheets.find(({ name }) => name === wanted)
  if (!sheet && wanted !== undefined)
    throw badInput(
      '/Options/Sheet',
      `must be a sheet of the workbook: ${worksheets.map(({ name }) => name).join(', ')}`,
    )
  const target = sheet && relations.get(sheet.id)?.target
  if (!sheet || target === undefined) throw badFile(`${source.name} has no sheet with cells.`)
  const partOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.target
  const context: CellContext = {
    is1904,
    strings: await readStrings(workbook, partOf('sharedStrings')),
    formats: await readFormats(workbook, partOf('styles')),
  }
  const open = () => readRows(workbook, target, context)
  const headers = findHeaders(await firstRows(open()), await readMerged(workbook.zip.open(target, MAX_SHEET)))
  return { name: sheet.name, sheets: worksheets.map(({ name }) => name), rows: () => rowsAfter(open(), headers) }
}

const firstRows = async (all: AsyncGenerator<TableRow>): Promise<TableRow[]> => {
  const rows: TableRow[] = []
  for await (const row of all) {
    rows.push(row)
    if (rows.length === MAX_HEADER_ROWS) break
  }
  return rows
}

async function* rowsAfter(all: AsyncGenerator<TableRow>, headers: TableRow | undefined): AsyncGenerator<TableRow> {
  if (!headers) return
  yield headers
  for await (const row of all) if (row.line > headers.line) yield row
}

/** Finds the main part of a workbook. @throws 422 `import-file` for another ZIP file, saying what it is if it is known. */
const findMainPart = async (workbook: Workbook): Promise<string> => {
  const { name, zip } = workbook
  if (zip.has('mimetype') || zip.has('Index/Document.iwa'))
    throw badFile(`${name} is a table of LibreOffice or Numbers. ${SAVE_AS}`)
  if (zip.has('xl/workbook.bin')) throw badFile(`${name} is a binary workbook (.xlsb). ${SAVE_AS}`)
  const relations = zip.has('_rels/.rels') ? await readRelations(workbook, '') : new Map<string, Relation>()
  const main = [...relations.values()].find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined || !zip.has(main) || !main.startsWith('xl/'))
    throw badFile(`${name} is an archive or a document, and no workbook. ${SAVE_AS}`)
  return main
}

/** Returns the relations of a part by their id. */
const readRelations = async ({ name, zip, inThread }: Workbook, part: string): Promise<Map<string, Relation>> => {
  const at = part.lastIndexOf('/') + 1
  const folder = part.slice(0, at)
  const xml = await readText(zip.open(`${folder}_rels/${part.slice(at)}.rels`, MAX_PART))
  const relations = await inThread(readRelationsTask, { name, xml, folder })
  return new Map(relations.map((one) => [one.id, one]))
}

const readSheets = async ({ name, zip, inThread }: Workbook, path: string): Promise<ListedSheets> =>
  inThread(readSheetsTask, { name, xml: await readText(zip.open(path, MAX_PART)) })

/** Reads the texts that cells share. */
const readStrings = async ({ name, zip, inThread }: Workbook, path: string | undefined): Promise<string[]> => {
  const strings: string[] = []
  if (path === undefined || !zip.has(path)) return strings
  for await (const xml of readBlocks(zip.open(path, MAX_STRINGS), { element: 'si', parent: 'sst' }, name))
    for (const one of await inThread(readStringsTask, { name, xml })) strings.push(one.trim())
  return strings
}

/** Reads the formats of the styles of cells. */
const readFormats = async ({ name, zip, inThread }: Workbook, path: string | undefined): Promise<CellFormat[]> => {
  if (path === undefined || !zip.has(path)) return []
  return inThread(readFormatsTask, { name, xml: await readText(zip.open(path, MAX_PART)) })
}

/** Reads the rows of a sheet that are not empty. */
async function* readRows(
  { name, zip, inThread }: Workbook,
  path: string,
  { strings, formats, is1904 }: CellContext,
): AsyncGenerator<TableRow> {
  let afterLine = 0
  let empty = 0
  for await (const xml of readBlocks(zip.open(path, MAX_SHEET), { element: 'row', parent: 'sheetData' }, name)) {
    const { rows, line, fault } = await inThread(readRowsTask, { name, xml, afterLine, formats, is1904 })
    afterLine = line
    for (const row of rows) {
      const { fields, count } = fieldsOf(row, strings)
      empty += fields.length - count
      if (empty > MAX_EMPTY_CELLS)
        throw badFile(`${name} has too many empty cells before others. Remove what is far to the right of the table.`)
      if (count > 0) yield { line: row.line, fields }
    }
    if (fault !== undefined) throw badFile(fault)
  }
}

/** Returns the texts of a row up to the last that is not empty, and how many are not. */
const fieldsOf = ({ columns, values }: SheetRow, strings: readonly string[]): { fields: string[]; count: number } => {
  const fields: string[] = []
  let count = 0
  for (const [at, column] of columns.entries()) {
    const value = values[at]
    const text = typeof value === 'number' ? strings[value] : value
    if (text === undefined || text === '') continue
    while (fields.length < column) fields.push('')
    fields.push(text)
    count++
  }
  return { fields, count }
}

const MERGED = /mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g
/** Longer than such an element. */
const OVERLAP = 100

/** Finds the merged cells at the start of a sheet. They are listed after its rows. */
const readMerged = async (bytes: AsyncIterable<Buffer>): Promise<Merged[]> => {
  const found = new Map<string, Merged>()
  let rest = ''
  for await (const chunk of bytes) {
    const text = rest + chunk.toString('latin1')
    rest = text.slice(-OVERLAP)
    for (const [key, left = '', top, right = '', bottom] of text.matchAll(MERGED)) {
      const merged = { top: Number(top), bottom: Number(bottom), left: columnOf(left), right: columnOf(right) }
      if (merged.top <= MAX_LINE && found.size < MAX_MERGED) found.set(key, merged)
    }
  }
  return [...found.values()]
}

/** Headers below this row are not joined. */
const MAX_LINE = 100
const MAX_MERGED = 10_000
