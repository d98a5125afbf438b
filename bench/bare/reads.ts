import type pg from 'pg'
import { storeItemList } from '#areas/commerce/store/items/items.listing'
import { openInvoiceList } from '#areas/finance/books/receivables/receivables.listing'
import { readStatement, readTotalsByAge } from '#areas/finance/books/receivables/receivables.queries'
import { contactColumns, contactListing } from '#areas/people/contacts/contacts.listing'
import { readChanges, readPerson } from '#areas/people/contacts/contacts.queries'
import { readLookup } from '#areas/people/contacts/value-lists.queries'
import { namedStatement } from '#kernel/database/statement-names'
import { parseListQuery } from '#kernel/listing/input'
import { listResponse } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { readPage } from '#kernel/listing/page'
import { type ListRequest, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import type { Ask } from '../requests.ts'
import { WITHOUT_COUNT } from '../workloads.ts'
import type { Recorder } from './recorder.ts'

/** The response of the bare server to one address: the product's statement, and its rows as text. */
export interface BareRead {
  statement: pg.QueryConfig
  /** A statement that runs before, if the product sends two. */
  before?: pg.QueryConfig
  present: (rows: readonly object[], before: readonly object[]) => string
}

/** The list without its total: a sum over no bucket. */
const uncounted: Listing = { ...contactListing, totals: { values: {}, bucket: () => 'none' } }

/** Prepares a response for each expected request, so that requests run no other code. */
export const prepareReads = async (recorder: Recorder, asks: readonly Ask[]): Promise<Map<string, BareRead>> => {
  const reads = new Map<string, BareRead>()
  for (const { path } of asks) reads.set(path, await prepare(recorder, new URL(path, 'http://bare')))
  return reads
}

const prepare = async (recorder: Recorder, url: URL): Promise<BareRead> => {
  const { pathname, searchParams } = url
  const parts = pathname.split('/').slice(3)
  if (parts[0] === undefined) return preparePage(recorder, url)
  const single = async (work: (scope: Scope) => Promise<unknown>, present: BareRead['present']): Promise<BareRead> => {
    const [statement] = await recorder.record(work)
    if (!statement) throw new Error(`The product sent nothing for ${pathname}`)
    return { statement: namedStatement(statement), present }
  }
  switch (parts[0]) {
    case 'receivables':
      return prepareReceivables(recorder)
    case 'storeitems':
      return prepareCatalog(recorder)
    case 'contacts':
      return single((scope) => readStatement(scope, Number(parts[1]), { $top: 50 }), firstColumn)
    case 'delta': {
      const since = new Date(searchParams.get('modifiedSince') ?? '')
      return single((scope) => readChanges(scope, since, Number(searchParams.get('top'))), firstColumn)
    }
    case 'person':
      return single((scope) => readPerson(scope, Number(parts[1])), firstColumn)
    case 'lookup':
      return single((scope) => readLookup(scope, 'roles'), choices)
    default:
      throw new Error(`The bare server knows no ${pathname}`)
  }
}

const preparePage = async ({ record, scope }: Recorder, { pathname, search, searchParams }: URL): Promise<BareRead> => {
  const listing = pathname + search === WITHOUT_COUNT ? uncounted : contactListing
  const $search = searchParams.get('$search')
  const $skiptoken = searchParams.get('$skiptoken')
  const query = { $top: 50, ...($search && { $search }), ...($skiptoken && { $skiptoken }) }
  const request = parseListRequest(listing, parseListQuery(query))
  const [statement] = await record(() => readPage(scope, listing, request, contactColumns(scope)))
  if (!statement) throw new Error('The product sent nothing for a list')
  return { statement: namedStatement(statement), present: (rows) => pageText(rows, request, scope) }
}

const pageText = ([row]: readonly object[], request: ListRequest, { tenant }: Scope): string => {
  const { results, total } = row as { results: string; total: string }
  const page = { results, total: Number(total), continuation: null }
  return listResponse(page, request, { HideFamilyOption: !tenant.familyContactsEnabled }).text
}

/** The store items in display order. */
const prepareCatalog = async ({ record, scope }: Recorder): Promise<BareRead> => {
  const { listing, columns } = storeItemList(scope)
  const request = parseListRequest(listing, parseListQuery({ $top: 50 }))
  const [page] = await record(() => readPage(scope, listing, request, columns))
  if (!page) throw new Error('The product sent nothing for the catalog')
  const present: BareRead['present'] = ([row]) => {
    const { results, total } = row as { results: string; total: string }
    return listResponse({ results, total: Number(total), continuation: null }, request, null).text
  }
  return { statement: namedStatement(page), present }
}

/** The aged list: the totals by age, then the page. */
const prepareReceivables = async ({ record, scope }: Recorder): Promise<BareRead> => {
  const { listing, columns, joins } = openInvoiceList(todayOf(scope), scope)
  const request = parseListRequest(listing, parseListQuery({ $top: 50 }))
  const [totals] = await record(readTotalsByAge)
  const [page] = await record(() => readPage(scope, listing, request, columns, joins))
  if (!totals || !page) throw new Error('The product sent nothing for the receivables')
  const present: BareRead['present'] = ([row], [sums]) => {
    const { results, total } = row as { results: string; total: string }
    const { totals: items } = sums as { totals: object }
    return listResponse({ results, total: Number(total), continuation: null }, request, items).text
  }
  return { statement: namedStatement(page), before: namedStatement(totals), present }
}

const firstColumn: BareRead['present'] = ([row]) => String(Object.values(row ?? {})[0])

const choices: BareRead['present'] = (rows) =>
  JSON.stringify(
    (rows as { id: number; name: string; extra: string | null; color: string | null }[]).map((row, at) => ({
      Id: row.id,
      Name: row.name,
      ExtraData: row.extra,
      CssColor: row.color,
      IsSelected: false,
      IsDeleted: false,
      Order: at + 1,
    })),
  )
