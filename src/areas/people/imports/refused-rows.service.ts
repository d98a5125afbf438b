import { notFound } from '#kernel/errors/problem'
import { attachment } from '#kernel/http/file-name'
import { type CsvDownload, MAX_CSV_ROWS, writeCsvLines } from '#kernel/listing/list-csv'
import type { Scope } from '#kernel/tenancy/scope'
import type { ImportRun } from '#prisma/client'
import { findImport, readRefusals } from './imports.queries.ts'

/** Returns the refused rows of an import as CSV, the first of them if there are too many for a download. @throws 404. */
export const refusedRowsCsv = async (scope: Scope, id: number): Promise<CsvDownload> => {
  const found = await findImport(scope, id)
  if (!found) throw notFound('import')
  const parts: string[] = []
  for await (const part of refusedLines(scope, found, MAX_CSV_ROWS)) parts.push(part)
  const name = found.fileName.replace(/\.(csv|txt|tsv|xlsx)$/i, '')
  return { text: parts.join(''), disposition: attachment(`${name}.refused`, 'csv') }
}

/** The lines of the CSV, beginning with its headers. */
export async function* refusedLines(scope: Scope, { id, columns }: ImportRun, limit?: number): AsyncGenerator<string> {
  const headers = (columns as { Header: string }[]).map(({ Header }) => Header)
  yield writeCsvLines([['line', 'reason', ...headers]])
  for await (const rows of readRefusals(scope, id, limit))
    yield writeCsvLines(rows.map(({ line, reasons, fields }) => [line, reasons.join('; '), ...fields]))
}
