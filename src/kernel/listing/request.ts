import { badInput } from '../errors/problem.ts'
import { readContinuation } from './continuation.ts'
import type { CriteriaItem } from './criteria.ts'
import { criteriaOf } from './criteria.ts'
import { allOf, type Filter } from './filter.ts'
import { parseFilter } from './filter-parser.ts'
import type { Listing } from './listing.ts'
import { type OrderTerm, parseOrder, sortKeys } from './order.ts'

/** A text of the request, and its place: `query:$orderby`, `/OrderBy`. */
export interface Sent {
  text: string
  pointer: string
}

/** What a request says of a list, as it was sent. */
export interface ListInput {
  take?: Sent | undefined
  top?: Sent | undefined
  skip?: Sent | undefined
  orderBy?: Sent | undefined
  filter?: Sent | undefined
  criteria?: Sent | undefined
  continuation?: Sent | undefined
  /** Conditions that fields of the area's own filter ask for. */
  conditions?: readonly Condition[]
}

/** One field of a filter as a condition, with what the answer tells of it. */
export interface Condition {
  filter: Filter
  item: CriteriaItem
}

/** A list as it is wanted: read and checked, nothing asked of the database yet. */
export interface ListRequest {
  take: number
  skip: number
  order: OrderTerm[]
  /** The keys of the row to go on behind. */
  after: string[] | null
  filter: Filter | null
  /** The place to name where the filter turns out to be wrong. */
  filterPointer: string
  criteria: string | null
  criteriaItems: CriteriaItem[]
}

export const PAGE = { default: 50, max: 1000 } as const
const MAX_SKIP = 2_147_483_647

/** @throws 400 naming the parameter or field, for whatever cannot be read. */
export const parseListRequest = (listing: Listing, input: ListInput): ListRequest => {
  const order = orderOf(listing, input.orderBy)
  const skip = wholeNumber(input.skip, 0, MAX_SKIP) ?? 0
  const continuation = present(input.continuation)
  if (continuation && skip > 0) throw badInput(continuation.pointer, 'cannot be combined with Skip')
  const asked = present(input.filter)
  const filter = asked ? parseFilter(asked.text, asked.pointer) : null
  const conditions = input.conditions ?? []
  return {
    take: wholeNumber(input.take, 1, PAGE.max) ?? wholeNumber(input.top, 1, PAGE.max) ?? PAGE.default,
    skip,
    order,
    after: continuation
      ? readContinuation(continuation.text, order, sortKeys(listing, order), continuation.pointer)
      : null,
    filter: allOf([filter, ...conditions.map((condition) => condition.filter)]),
    filterPointer: asked?.pointer ?? '',
    criteria: present(input.criteria)?.text.trim() ?? null,
    criteriaItems: [...conditions.map(({ item }) => item), ...criteriaOf(filter)],
  }
}

const orderOf = (listing: Listing, sent: Sent | undefined): OrderTerm[] => {
  const asked = present(sent)
  return parseOrder(asked?.text ?? listing.defaultOrder, listing, asked?.pointer ?? 'defaultOrder')
}

/** Undefined where nothing, or nothing but blanks, was sent. Refuses what PostgreSQL could not take. */
const present = (sent: Sent | undefined): Sent | undefined => {
  if (!sent || sent.text.trim() === '') return undefined
  if (sent.text.includes('\0') || !sent.text.isWellFormed())
    throw badInput(sent.pointer, 'holds a character that cannot be stored', 'invalid-text')
  return sent
}

const wholeNumber = (sent: Sent | undefined, least: number, most: number): number | undefined => {
  const asked = present(sent)
  if (!asked) return undefined
  const read = /^\d{1,10}$/.test(asked.text.trim()) ? Number(asked.text) : Number.NaN
  if (!(read >= least && read <= most)) throw badInput(asked.pointer, `must be a whole number from ${least} to ${most}`)
  return read
}
