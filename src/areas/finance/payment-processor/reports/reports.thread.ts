import { stringify } from 'csv-stringify/sync'
import { performer } from '#kernel/threads/thread-task'
import { type Table, WRITE_TABLE } from './table.model.ts'

// Only the thread imports this file: the packages take memory.

/** Writes a table as CSV, in UTF-8 with a byte order mark, so that spreadsheets read its letters. Formulas are escaped. */
const writeCsv = ({ columns, rows }: Table): Buffer =>
  Buffer.from(
    stringify([[...columns], ...rows], {
      ...({ bom: true, escape_formulas: true, record_delimiter: 'windows' } as const),
      cast: { number: (value) => value.toFixed(2) },
    }),
  )

/** Writes a table as a spreadsheet. Texts are cells of text, so none is a formula. */
const writeXlsx = async ({ columns, rows }: Table): Promise<Buffer> => {
  const head = columns.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    row.map((value) =>
      typeof value === 'number' ? { value, type: Number, format: '0.00' } : { value: value ?? '', type: String },
    ),
  )
  // Only threads that write spreadsheets load it.
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  return writeXlsxFile([head, ...body]).toBuffer()
}

/** The tasks that write the files of reports. */
export const reportTableTasks = [
  performer(WRITE_TABLE, async ({ table, format }) => (format === 'XLSX' ? await writeXlsx(table) : writeCsv(table))),
]
