import { type FieldFault, Problem } from '#kernel/errors/problem'
import { readPage } from '#kernel/listing/page'
import { type ListInput, PAGE, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { buildSentColumns, type SentList } from './sent-lists.listing.ts'

/** The rows and columns to read. */
interface Selection {
  /** Empty for all rows. */
  filter: string
  columns: readonly string[]
}

/** A page of a list: its rows with the selected columns, and the number of all rows. */
export interface RowPage {
  rows: object[]
  total: number
}

const inputOf = ({ columns: [id] }: SentList, filter: string): ListInput => ({
  orderBy: { text: id, pointer: '' },
  filter: { text: filter, pointer: '/Filter' },
})

/** Reads all rows that a filter finds, in the order of their ids, a page at a time. */
export async function* readAllRows(
  scope: Scope,
  list: SentList,
  { filter, columns }: Selection,
): AsyncGenerator<RowPage> {
  const listing = list.listing(scope)
  let continuation: string | null = null
  do {
    const after: ListInput = continuation === null ? {} : { continuation: { text: continuation, pointer: '' } }
    const take = { text: String(PAGE.max), pointer: '' }
    const request = parseListRequest(listing, { ...inputOf(list, filter), ...after, take })
    const page = await readPage(scope, listing, request, buildSentColumns(listing, columns))
    yield { rows: JSON.parse(page.results) as object[], total: page.total }
    continuation = page.continuation
  } while (continuation !== null)
}

/** Reads the first rows that a filter finds, the latest first, and the number of all. */
export const readFirstRows = async (
  scope: Scope,
  list: SentList,
  { filter, columns }: Selection,
  count: number,
): Promise<RowPage> => {
  const listing = list.listing(scope)
  const request = parseListRequest(listing, {
    ...inputOf(list, filter),
    orderBy: { text: `${list.columns[0]} desc`, pointer: '' },
    take: { text: String(count), pointer: '' },
  })
  const page = await readPage(scope, listing, request, buildSentColumns(listing, columns))
  return { rows: JSON.parse(page.results) as object[], total: page.total }
}

/** Finds the errors of a filter and of columns, by reading a row. */
export const findListFaults = async (
  scope: Scope,
  list: SentList,
  { filter, columns }: Selection,
): Promise<FieldFault[]> => {
  const known = new Set<string>(list.columns)
  const unknown = columns.flatMap((column, at) =>
    known.has(column)
      ? []
      : [{ pointer: `/Columns/${at}`, message: `must be one of ${list.columns.join(', ')}, but is "${column}"` }],
  )
  try {
    await readFirstRows(scope, list, { filter, columns: [list.columns[0]] }, 1)
    return unknown
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    return [...unknown, ...error.errors]
  }
}
