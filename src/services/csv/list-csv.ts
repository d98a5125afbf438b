import type { FastifyRequest } from 'fastify'
import { ruleRefused } from '#kernel/errors/problem'
import { prefers } from '#kernel/http/accept'
import { attachment } from '#kernel/http/file-name'
import { messageOrContent } from '#kernel/http/response-message'
import type { List } from '#kernel/listing/list-response'
import { type Page, readPage } from '#kernel/listing/page'
import { type ListInput, type ListRequest, PAGE, parseListRequest } from '#kernel/listing/request'
import { ownValue } from '#kernel/lookups/own-value'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import {
  BYTE_ORDER_MARK,
  type CsvCell,
  type CsvColumn,
  readableCells,
  writeCsvHead,
  writeCsvLines,
} from './csv-lines.ts'

/** Rows of one download: what a request can read and write in its time. */
export const MAX_CSV_ROWS = 10_000

/** A file of CSV, with its Content-Disposition. */
export interface CsvDownload {
  text: string
  disposition: string
}

export interface CsvList extends List {
  /** Reads the page where one statement over the listing is not enough. */
  read?: (request: ListRequest) => Promise<Page>
}

/** A column with the names of what another column refers to by ids. */
export interface NameColumn {
  header: string
  find(scope: Scope): Promise<ReadonlyMap<number, string>>
}

/** The name of a file without its type, and its columns. */
export interface CsvFile {
  name: string
  columns: readonly string[]
  /** The columns that follow a column with ids. */
  names?: Readonly<Record<string, NameColumn>>
}

/**
 * Sends a file of CSV as the response message, or as the content itself if the caller accepts it: that is a file for a
 * spreadsheet, and begins with a byte order mark unless the parameter byteOrderMark says otherwise.
 */
export const sendCsv = (request: FastifyRequest, { text, disposition }: CsvDownload) => {
  const { byteOrderMark } = request.query as { byteOrderMark?: boolean }
  const isMarked = byteOrderMark ?? prefers(request.headers.accept, 'text/csv')
  return messageOrContent(request, 'text/csv', isMarked ? BYTE_ORDER_MARK + text : text, disposition)
}

/** Returns 422 for a download with more rows than the limit. */
export const tooManyRows = () =>
  ruleRefused('too-many-rows', `The file would have more than ${MAX_CSV_ROWS} rows. Limit it by dates or a filter.`)

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
  shown: readonly CsvColumn[],
  linesOf: (row: Row) => CsvCell[][],
): Promise<string> => {
  const parts = [writeCsvHead(shown)]
  const { timeZone } = scope.tenant
  let continuation: string | null = null
  do {
    const after = continuation === null ? {} : { continuation: { text: continuation, pointer: '' } }
    const request = parseListRequest(listing, { ...input, ...after, take: { text: String(PAGE.max), pointer: '' } })
    const page: Page = await (read ? read(request) : readPage(scope, listing, request, columns, joins))
    if (page.total > MAX_CSV_ROWS) throw tooManyRows()
    const lines = (JSON.parse(page.results) as Row[]).flatMap(linesOf)
    const readable = lines.map((cells) => readableCells(cells, shown, timeZone))
    parts.push(writeCsvLines(readable, shown))
    continuation = page.continuation
  } while (continuation !== null)
  return parts.join('')
}

/** Returns the values of a row in the order of the columns. */
export const cellsOf = (row: object, names: readonly string[]): CsvCell[] => {
  const cells = new Map<string, CsvCell>(Object.entries(row))
  return names.map((name) => cells.get(name))
}

/** Returns columns of a list with the types of its fields. */
export const columnsOfList = ({ listing }: List, names: readonly string[]): CsvColumn[] =>
  names.map((header) => ({ header, type: ownValue(listing.fields, header)?.type }))

/**
 * Returns a list as a file of CSV, one line for each row.
 *
 * @throws 400 as parseListRequest, 422 too-many-rows.
 */
export const downloadList = async (
  scope: Scope,
  list: CsvList,
  input: ListInput,
  { name, columns, names = {} }: CsvFile,
): Promise<CsvDownload> => {
  const found = new Map<string, ReadonlyMap<number, string>>()
  for (const [column, { find }] of Object.entries(names)) found.set(column, await find(scope))
  const shown = columns.flatMap((column): CsvColumn[] => {
    const named = ownValue(names, column)
    return [...columnsOfList(list, [column]), ...(named ? [{ header: named.header }] : [])]
  })
  const lineOf = (row: object): CsvCell[] =>
    columns.flatMap((column) => {
      const [cell] = cellsOf(row, [column])
      const known = found.get(column)
      return known ? [cell, known.get(Number(cell))] : [cell]
    })
  return {
    text: await writeListCsv<object>(scope, list, input, shown, (row) => [lineOf(row)]),
    disposition: attachment(name, 'csv'),
  }
}

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
