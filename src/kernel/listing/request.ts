import { badInput } from '../errors/problem.ts'
import { requirePossibleValues } from './closed-values.ts'
import { parseContinuation } from './continuation.ts'
import { convertFilter } from './convert-filter.ts'
import type { CriteriaItem } from './criteria.ts'
import { describeCriteria } from './criteria.ts'
import { type Filter, joinFilters } from './filter.ts'
import { parseFilter } from './filter-parser.ts'
import { filterableFields, type Listing } from './listing.ts'
import { buildSortKeys, type OrderTerm, parseOrder } from './order.ts'

/** A text of the request, and its position: `query:$orderby`, `/OrderBy`. */
export interface SentText {
  text: string
  pointer: string
}

/** The list parameters of a request, as sent. */
export interface ListInput {
  take?: SentText | undefined
  top?: SentText | undefined
  skip?: SentText | undefined
  orderBy?: SentText | undefined
  filter?: SentText | undefined
  criteria?: SentText | undefined
  continuation?: SentText | undefined
  /** Conditions from fields of the area's own filter. */
  conditions?: readonly Condition[]
}

/** One field of a filter as a condition, with its entry in the response's CriteriaItems. */
export interface Condition {
  filter: Filter
  item: CriteriaItem
}

/** A parsed and validated request for a page of a list. */
export interface ListRequest {
  take: number
  skip: number
  order: OrderTerm[]
  /** The keys of the row that the page comes after; null for the first page. */
  after: string[] | null
  filter: Filter | null
  /** The filter in the caller's fields, before tests were replaced (convertFilter). */
  sentFilter: Filter | null
  /** The pointer for faults of the filter that are found later. */
  filterPointer: string
  criteria: string | null
  criteriaItems: CriteriaItem[]
}

export const PAGE = { default: 50, max: 1000 } as const
const MAX_SKIP = 2_147_483_647

/** Parses the list parameters of a request. @throws 400 naming the parameter or field that is not valid. */
export const parseListRequest = (listing: Listing, input: ListInput): ListRequest => {
  const order = orderOf(listing, input.orderBy)
  const skip = wholeNumber(input.skip, 0, MAX_SKIP) ?? 0
  const continuation = present(input.continuation)
  if (continuation && skip > 0) throw badInput(continuation.pointer, 'cannot be combined with Skip')
  const filterText = present(input.filter)
  const parsed = filterText ? parseFilter(filterText.text, filterText.pointer, () => filterableFields(listing)) : null
  const filterPointer = filterText?.pointer ?? ''
  if (parsed) requirePossibleValues(parsed, listing, filterPointer)
  const conditions = input.conditions ?? []
  const sentFilter = joinFilters([parsed, ...conditions.map((condition) => condition.filter)])
  return {
    take: wholeNumber(input.take, 1, PAGE.max) ?? wholeNumber(input.top, 1, PAGE.max) ?? PAGE.default,
    skip,
    order,
    after: continuation
      ? parseContinuation(continuation.text, order, buildSortKeys(listing, order), continuation.pointer)
      : null,
    filter: sentFilter && convertFilter(sentFilter, listing, filterPointer),
    sentFilter,
    filterPointer,
    criteria: present(input.criteria)?.text.trim() ?? null,
    criteriaItems: [...conditions.map(({ item }) => item), ...describeCriteria(parsed)],
  }
}

const defaultOrders = new WeakMap<Listing, OrderTerm[]>()

const orderOf = (listing: Listing, sent: SentText | undefined): OrderTerm[] => {
  const order = present(sent)
  if (order) return parseOrder(order.text, listing, order.pointer)
  const parsed = defaultOrders.get(listing) ?? parseOrder(listing.defaultOrder, listing, 'defaultOrder')
  defaultOrders.set(listing, parsed)
  return parsed
}

/** Returns undefined for a missing or blank text. Rejects characters that PostgreSQL cannot store. */
const present = (sent: SentText | undefined): SentText | undefined => {
  if (!sent || sent.text.trim() === '') return undefined
  if (sent.text.includes('\0') || !sent.text.isWellFormed())
    throw badInput(sent.pointer, 'must not contain NUL or an unpaired surrogate', 'invalid-text')
  return sent
}

const wholeNumber = (sent: SentText | undefined, min: number, max: number): number | undefined => {
  const given = present(sent)
  if (!given) return undefined
  const number = /^\d{1,10}$/.test(given.text.trim()) ? Number(given.text) : Number.NaN
  if (!(number >= min && number <= max)) throw badInput(given.pointer, `must be a whole number from ${min} to ${max}`)
  return number
}
