import { badInput } from '#kernel/errors/problem'
import { SAVE_AS } from '../tables/file-kinds.model.ts'
import { badFile, type Source, type TableRow } from '../tables/source.model.ts'
import { type CellFormat, formatOf } from './cell-formats.model.ts'
import { findHeaders, MAX_HEADER_ROWS, type Merged } from './header-rows.model.ts'
import { type CellContext, columnOf, readSheetRows } from './sheet-rows.input.ts'
import { readWholeXml, unescaped } from './xml.input.ts'
import { openZip, type Zip } from './zip.input.ts'

/** A sheet of a workbook with its headers. */
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

/** Opens a sheet of a workbook (.xlsx): that of a name, or the first visible one. @throws 400, 422 `import-file`. */
export const openSheet = async (source: Source, wanted: string | undefined): Promise<Sheet> => {
  const zip = await openZip(source)
  const path = await findWorkbook(source, zip)
  const relations = await readRelations(zip, path)
  const { sheets, is1904 } = await readSheets(zip, path)
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
    name: source.name,
    is1904,
    strings: await readStrings(zip, partOf('sharedStrings')),
    formats: await readFormats(zip, partOf('styles')),
  }
  const open = () => readSheetRows(zip.open(target, MAX_SHEET), context)
  const headers = findHeaders(await firstRows(open()), await readMerged(zip.open(target, MAX_SHEET)))
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

interface Relation {
  /** The last part of its type, such as `worksheet`. */
  type: string
  /** The path in the ZIP file. */
  target: string
}

/** Finds the main part of a workbook. @throws 422 `import-file` for another ZIP file, saying what it is if it is known. */
const findWorkbook = async (source: Source, zip: Zip): Promise<string> => {
  if (zip.has('mimetype') || zip.has('Index/Document.iwa'))
    throw badFile(`${source.name} is a table of LibreOffice or Numbers. ${SAVE_AS}`)
  if (zip.has('xl/workbook.bin')) throw badFile(`${source.name} is a binary workbook (.xlsb). ${SAVE_AS}`)
  const relations = zip.has('_rels/.rels') ? await readRelations(zip, '') : new Map<string, Relation>()
  const main = [...relations.values()].find(({ type }) => type === 'officeDocument')?.target
  if (main === undefined || !zip.has(main) || !main.startsWith('xl/'))
    throw badFile(`${source.name} is an archive or a document, and no workbook. ${SAVE_AS}`)
  return main
}

const readRelations = async (zip: Zip, part: string): Promise<Map<string, Relation>> => {
  const at = part.lastIndexOf('/') + 1
  const folder = part.slice(0, at)
  const name = part.slice(at)
  const relations = new Map<string, Relation>()
  await readWholeXml(zip.open(`${folder}_rels/${name}.rels`, MAX_PART), {
    opened: (tag, attributes) => {
      const [id, type = '', target = ''] = ['Id', 'Type', 'Target'].map((key) => attributes.get(key))
      if (tag !== 'Relationship' || id === undefined) return
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: pathOf(folder, target) })
    },
  })
  return relations
}

const pathOf = (folder: string, target: string): string => {
  const base = `file:///${folder}`
  return URL.canParse(target, base) ? new URL(target, base).pathname.slice(1) : ''
}

interface ListedSheet {
  name: string
  /** Of its relation. */
  id: string
  isVisible: boolean
}

const readSheets = async (zip: Zip, path: string): Promise<{ sheets: ListedSheet[]; is1904: boolean }> => {
  const sheets: ListedSheet[] = []
  let is1904 = false
  await readWholeXml(zip.open(path, MAX_PART), {
    opened: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.get('date1904') ?? '')
      if (tag !== 'sheet') return
      const isVisible = (attributes.get('state') ?? 'visible') === 'visible'
      sheets.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '', isVisible })
    },
  })
  return { sheets, is1904 }
}

/** Reads the texts that cells share, without the pronunciations of Japanese ones. */
const readStrings = async (zip: Zip, path: string | undefined): Promise<string[]> => {
  const strings: string[] = []
  if (path === undefined || !zip.has(path)) return strings
  let text = ''
  let isText = false
  let isPhonetic = false
  await readWholeXml(zip.open(path, MAX_STRINGS), {
    opened: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
      isText = tag === 't' && !isPhonetic
    },
    text: (part) => {
      if (isText) text += part
    },
    closed: (tag) => {
      if (tag === 't') isText = false
      if (tag === 'rPh') isPhonetic = false
      if (tag === 'si') strings.push(unescaped(text))
    },
  })
  return strings
}

/** Reads the formats of the styles of cells. */
const readFormats = async (zip: Zip, path: string | undefined): Promise<CellFormat[]> => {
  const formats: CellFormat[] = []
  if (path === undefined || !zip.has(path)) return formats
  const codes = new Map<number, string>()
  let isOfCells = false
  await readWholeXml(zip.open(path, MAX_PART), {
    opened: (tag, attributes) => {
      const id = Number(attributes.get('numFmtId') ?? 0)
      if (tag === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '')
      if (tag === 'cellXfs') isOfCells = true
      if (tag === 'xf' && isOfCells) formats.push(formatOf(id, codes.get(id)))
    },
    closed: (tag) => {
      if (tag === 'cellXfs') isOfCells = false
    },
  })
  return formats
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
      if (merged.top <= MAX_LINE) found.set(key, merged)
    }
  }
  return [...found.values()]
}

/** Headers below this row are not joined. */
const MAX_LINE = 100
