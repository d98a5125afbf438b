import { performer } from '#kernel/threads/thread-task'
import { WRITE_TABLE } from './table.model.ts'
import { writeCsv, writeXlsx } from './table-files.model.ts'

/** The files of reports. */
export const reportTableTasks = [
  performer(WRITE_TABLE, async ({ table, format }) => (format === 'XLSX' ? await writeXlsx(table) : writeCsv(table))),
]
