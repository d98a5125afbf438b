import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CsvCell, writeCsvLines } from '#services/csv/csv-lines'
import { cellsOf } from '#services/csv/list-csv'
import { NativeFault, type NativeRun } from '../native-app.port.ts'
import { readAllRows } from './sent-lists.queries.ts'
import type { SentValues } from './sent-values.model.ts'
import { columnsOf, listOf } from './sent-values.model.ts'

/** A local file that is sent. The caller removes it. */
export interface CsvFile {
  path: string
  /** Bytes. */
  size: number
  rows: number
}

/** The largest object that one request of S3 can store. */
const MAX_BYTES = 5 * 1024 ** 3

/**
 * Writes the rows of a run to a local file, so that the other side gets its length first and nothing is sent of a list
 * that cannot be read to the end. Only a page is in memory.
 */
export const writeCsvFile = async (run: NativeRun<SentValues>): Promise<CsvFile> => {
  const { folder } = run.tools.files.uploads
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx', 0o600)
  try {
    const rows = await writeRows(run, (text) => file.appendFile(text))
    await file.close()
    const { size } = await stat(path)
    if (size > MAX_BYTES) throw new NativeFault('The file would be larger than 5 GiB. Limit it by a filter.')
    return { path, size, rows }
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

const writeRows = async (run: NativeRun<SentValues>, write: (text: string) => Promise<void>): Promise<number> => {
  const { scope, values } = run
  const columns = columnsOf(values)
  await write(writeCsvLines([columns]))
  let done = 0
  for await (const { rows, total } of readAllRows(scope, listOf(values), { filter: values.Filter, columns })) {
    await write(writeCsvLines(rows.map((row) => cellsOf(row, columns).map(plainCell))))
    done += rows.length
    await run.progress(done, total)
  }
  return done
}

/** Returns a number that the list shows as a text as a number in the file: -12.50 is not a formula. */
const plainCell = (cell: CsvCell): CsvCell =>
  typeof cell === 'string' && /^-\d{1,15}(\.\d{1,4})?$/.test(cell) ? Number(cell) : cell

export const removeCsvFile = ({ path }: CsvFile): Promise<void> => rm(path, { force: true })
