import { createHash } from 'node:crypto'
import type { TextDecoder } from 'node:util'
import { CsvError, parse } from 'csv-parse'
import { badInput } from '#kernel/errors/problem'
import { type InThread, inThreadOfInstallation } from '#kernel/threads/thread'
import { openSheet } from '../workbooks/workbook.input.ts'
import { decoderOf, EncodingDetector, HEAD_BYTES } from './encodings.model.ts'
import {
  badFile,
  detectDelimiter,
  detectOtherKind,
  isBinary,
  isDelimiter,
  isZip,
  SAVE_AS,
  type Source,
  type Table,
  type TableFormat,
  type TableRow,
} from './source.model.ts'

export interface TextFormat {
  encoding: string
  delimiter: string
  /** Lines before the headers. */
  skippedLines: number
}

/** Characters of one row at most: without a limit, a missing closing quote would make one row of the rest of the file. */
const MAX_ROW = 1_000_000

/** Reads the rows of a text file one after the other, header first. Skips empty rows. @throws 422 `import-file`. */
async function* readTextRows(source: Source, format: TextFormat): AsyncGenerator<TableRow> {
  // Of the last row that was parsed: rows before a fault are not all read.
  let lastLine = format.skippedLines
  const parser = parse({
    bom: true,
    delimiter: format.delimiter,
    from_line: format.skippedLines + 1,
    info: true,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_ROW,
    on_record: (record: string[], { lines }) => {
      lastLine = lines
      return record
    },
  })
  const failed = feed(source, decoderOf(format.encoding), parser).catch((error) => parser.destroy(error))
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.every((field) => field === '')) continue
      yield { line: info.lines - lineBreaks(record), fields: record }
    }
    await failed
  } catch (error) {
    if (error instanceof CsvError) throw badFile(`${source.name} is not a valid table. ${explain(error, lastLine + 1)}`)
    throw error
  } finally {
    parser.destroy()
  }
}

/** Says what is wrong with a file. @param start the line in which the row begins that could not be read. */
const explain = (error: CsvError, start: number): string => {
  const line = typeof error.lines === 'number' ? error.lines : start
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The row of line ${start} has a quote that is not closed.`
    case 'CSV_MAX_RECORD_SIZE':
      return `The row of line ${start} has more than a million characters. Probably a quote in it is not closed.`
    default:
      return `Line ${line} has a quote within a cell. Put the cell in quotes, and double the quotes within it.`
  }
}

type Parser = NodeJS.WritableStream & { destroyed: boolean }

const feed = async (source: Source, decoder: TextDecoder, parser: Parser): Promise<void> => {
  const lineBreaks = new LineBreaks()
  for await (const chunk of source.open()) {
    if (parser.destroyed) return
    if (!parser.write(lineBreaks.unify(decoder.decode(chunk, { stream: true })))) await roomIn(parser)
  }
  if (!parser.destroyed) parser.end(lineBreaks.unify(decoder.decode()))
}

/**
 * Makes a line feed of each line break of Windows and of an old Mac, also within cells: a file can have several kinds, and the parser
 * would count two lines for one of Windows in quotes.
 */
class LineBreaks {
  #isAfterReturn = false

  /** @param text the next part of the file. */
  unify(text: string): string {
    if (text === '') return text
    const rest = this.#isAfterReturn && text.startsWith('\n') ? text.slice(1) : text
    this.#isAfterReturn = text.endsWith('\r')
    return rest.includes('\r') ? rest.replaceAll(/\r\n?/g, '\n') : rest
  }
}

/** Waits until the parser accepts more, or ends. */
const roomIn = (parser: Parser): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      parser.off('drain', go).off('close', go)
      resolve()
    }
    parser.on('drain', go).on('close', go)
  })

const lineBreaks = (fields: readonly string[]): number =>
  fields.reduce((sum, field) => sum + (field.includes('\n') ? field.split('\n').length - 1 : 0), 0)

/**
 * Detects the format of a file. Reads all of it once.
 *
 * @param inThread reads the XML of a workbook, in the turn of a tenant.
 * @throws 400, 422 `import-file`.
 */
export const openTable = async (
  source: Source,
  wanted: TableFormat,
  inThread: InThread = inThreadOfInstallation,
): Promise<Table> => {
  const hash = createHash('sha256')
  const detector = new EncodingDetector()
  for await (const chunk of source.open()) {
    hash.update(chunk)
    detector.add(chunk)
  }
  if (detector.head.length === 0) throw badFile(`${source.name} is empty.`)
  const other = detectOtherKind(detector.head)
  if (other !== undefined) throw badFile(`${source.name} ${other}. ${SAVE_AS}`)
  if (isZip(detector.head)) return openWorkbook(source, hash.digest('hex'), wanted, inThread)
  return openText(source, hash.digest('hex'), detector, wanted)
}

const openWorkbook = async (source: Source, hash: string, wanted: TableFormat, inThread: InThread): Promise<Table> => {
  for (const field of ['encoding', 'delimiter'] as const)
    if (wanted[field])
      throw badInput(
        field === 'encoding' ? '/Options/Encoding' : '/Options/Delimiter',
        `must be absent: the file is a workbook, and has no ${field}`,
      )
  const { name, sheets, rows } = await openSheet(source, wanted.sheet ?? undefined, inThread)
  return { source, hash, encoding: null, delimiter: null, sheet: name, sheets, warnings: [], rows }
}

const openText = (source: Source, hash: string, detector: EncodingDetector, wanted: TableFormat): Table => {
  if (wanted.sheet) throw badInput('/Options/Sheet', 'must be absent: the file is a text file, and has no sheets')
  const encoding = wanted.encoding ?? detector.encoding
  const decoder = decoderOf(encoding)
  const start = decoder.decode(detector.head.subarray(0, HEAD_BYTES), { stream: true })
  if (isBinary(start)) throw badFile(`${source.name} is not a text file in the encoding ${encoding}. ${SAVE_AS}`)
  const { delimiter, skippedLines } = detectDelimiter(start)
  const format = { encoding, delimiter: delimiterOf(wanted) ?? delimiter, skippedLines }
  const rows = () => readTextRows(source, format)
  const warnings = detector.warningsFor(decoder.encoding)
  return { source, hash, encoding, delimiter: format.delimiter, sheet: null, sheets: [], warnings, rows }
}

const delimiterOf = ({ delimiter }: TableFormat): string | undefined => {
  if (delimiter === undefined || delimiter === null) return undefined
  if (isDelimiter(delimiter)) return delimiter
  throw badInput('/Options/Delimiter', 'must be one character, and not a quote or a line break')
}
