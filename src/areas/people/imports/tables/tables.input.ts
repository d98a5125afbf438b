import { createHash } from 'node:crypto'
import { badInput } from '#kernel/errors/problem'
import { type InThread, inThreadOfInstallation } from '#kernel/threads/thread'
import { openSheet } from '../workbooks/workbook.input.ts'
import { detectDelimiter, isDelimiter } from './delimiters.model.ts'
import { decoderOf, EncodingDetector, HEAD_BYTES } from './encodings.model.ts'
import { isBinary, isZip, otherKindOf, SAVE_AS } from './file-kinds.model.ts'
import { badFile, type Source, type Table, type TableFormat } from './source.model.ts'
import { readTextRows } from './text-table.input.ts'

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
  const other = otherKindOf(detector.head)
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
