import { createHash } from 'node:crypto'
import { detectDelimiter } from './delimiters.model.ts'
import { decoderOf, EncodingDetector, HEAD_BYTES } from './encodings.model.ts'
import { badFile, type Source, type Table, type TableFormat } from './source.model.ts'
import { readTextRows } from './text-table.input.ts'

/** The first bytes of a ZIP file, such as a workbook of Excel. */
const ZIP = Buffer.from('PK\x03\x04')

/** Detects the format of a file. Reads all of it once. @throws 400, 422 `import-file`. */
export const openTable = async (source: Source, wanted: TableFormat): Promise<Table> => {
  const hash = createHash('sha256')
  const detector = new EncodingDetector()
  for await (const chunk of source.open()) {
    hash.update(chunk)
    detector.add(chunk)
  }
  if (detector.head.length === 0) throw badFile(`${source.name} is empty.`)
  if (detector.head.subarray(0, 4).equals(ZIP)) {
    throw badFile(`${source.name} is a workbook or an archive. Save the table as CSV UTF-8, and import that file.`)
  }
  return openText(source, hash.digest('hex'), detector, wanted)
}

const openText = (source: Source, hash: string, detector: EncodingDetector, wanted: TableFormat): Table => {
  const encoding = wanted.encoding ?? detector.encoding
  const start = decoderOf(encoding).decode(detector.head.subarray(0, HEAD_BYTES), { stream: true })
  const { delimiter, skippedLines } = detectDelimiter(start)
  const format = { encoding, delimiter: wanted.delimiter ?? delimiter, skippedLines }
  return {
    ...{ source, hash, encoding, delimiter: format.delimiter },
    rows: () => readTextRows(source, format),
  }
}
