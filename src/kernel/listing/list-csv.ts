import { stringify } from 'csv-stringify/sync'
import type { FastifyRequest } from 'fastify'
import { ruleRefused } from '../errors/problem.ts'
import { attachment } from '../http/file-name.ts'
import { messageOrContent } from '../http/response-message.ts'
import type { Scope } from '../tenancy/scope.ts'
import { todayOf } from '../time/day.ts'
import type { List } from './list-response.ts'
import { type Page, readPage } from './page.ts'
import { type ListInput, type ListRequest, PAGE, parseListRequest } from './request.ts'

/** Rows of one download: what a request can read and write in its time. */
export const MAX_CSV_ROWS = 10_000

export type CsvCell = string | number | boolean | null | undefined

/** A file of CSV, with its Content-Disposition. */
export interface CsvDownload {
  text: string
  disposition: string
}

export interface CsvList extends List {
  /** Reads the page where one statement over the listing is not enough. */
  read?: (request: ListRequest) => Promise<Page>
}

/** The name of a file without its type, and its columns. */
export interface CsvFile {
  name: string
  columns: readonly string[]
}

/** Sends a file of CSV as the response message, or as the content itself if the caller accepts it. */
export const sendCsv = (request: FastifyRequest, { text, disposition }: CsvDownload) =>
  messageOrContent(request, 'text/csv', text, disposition)

/** Returns 422 for a download with more rows than the limit. */
export const tooManyRows = () =>
  ruleRefused('too-many-rows', `The file would have more than ${MAX_CSV_ROWS} rows. Limit it by dates or a filter.`)

/** Writes lines of CSV by RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const writeCsvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', escape_formulas: true, cast: { boolean: (value) => String(value) } },
  )

/**
 * Reads all rows of a list and writes them as CSV with a line of column names. Reads and writes a page at a time, so that
 * other requests run between.
 *
 * @param linesOf the lines of a row: usually one, with the values of the columns.
 * @throws 400 as parseListRequest, 422 too-many-rows.
 */
export const writeListCsv = async <Row>(
  scope: Pick<Scope, 'db' | 'tenant' | 'chapters'>,
  { listing, columns, joins, read }: CsvList,
  input: ListInput,
  names: readonly string[],
  linesOf: (row: Row) => CsvCell[][],
): Promise<string> => {
  const parts = [writeCsvLines([names])]
  let continuation: string | null = null
  do {
    const after = continuation === null ? {} : { continuation: { text: continuation, pointer: '' } }
    const request = parseListRequest(listing, { ...input, ...after, take: { text: String(PAGE.max), pointer: '' } })
    const page: Page = await (read ? read(request) : readPage(scope, listing, request, columns, joins))
    if (page.total > MAX_CSV_ROWS) throw tooManyRows()
    parts.push(writeCsvLines((JSON.parse(page.results) as Row[]).flatMap(linesOf)))
    continuation = page.continuation
  } while (continuation !== null)
  return parts.join('')
}

/** Returns the values of a row in the order of the columns. */
export const cellsOf = (row: object, names: readonly string[]): CsvCell[] => {
  const cells = new Map<string, CsvCell>(Object.entries(row))
  return names.map((name) => cells.get(name))
}

/**
 * Returns a list as a file of CSV, one line for each row.
 *
 * @throws 400 as parseListRequest, 422 too-many-rows.
 */
export const downloadList = async (
  scope: Scope,
  list: CsvList,
  input: ListInput,
  { name, columns }: CsvFile,
): Promise<CsvDownload> => ({
  text: await writeListCsv<object>(scope, list, input, columns, (row) => [cellsOf(row, columns)]),
  disposition: attachment(name, 'csv'),
})

/**
 * Sends a list as a file of CSV, whose name ends with the day in the time zone of the tenant.
 *
 * @throws 400 as parseListRequest, 422 too-many-rows.
 */
export const sendListCsv = async (request: FastifyRequest, list: CsvList, input: ListInput, file: CsvFile) => {
  const { scope } = request
  const name = `${file.name} ${todayOf(scope)}`
  return sendCsv(request, await downloadList(scope, list, input, { ...file, name }))
}
