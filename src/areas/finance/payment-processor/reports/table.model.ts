import { threadTask } from '#kernel/threads/thread-task'

/** The rows of a report. Numbers are amounts. */
export interface Table {
  columns: readonly string[]
  rows: (string | number | null)[][]
}

/** The file of a table: seconds of the processor for a large one, so that the thread writes it. */
export const WRITE_TABLE = threadTask<{ table: Table; format: 'CSV' | 'XLSX' }, Uint8Array>('write a table')
