import { badInput } from '#kernel/errors/problem'
import { type Filter, splitConjunction } from '#kernel/listing/filter'
import { type Page, readPage } from '#kernel/listing/page'
import type { ListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { windowOf } from '../tenant-events/log-window.model.ts'
import { withMergedKeys } from '../tenant-events/tenant-events.queries.ts'
import { type HistoryBound, historyList } from './history.listing.ts'
import { listReadableEntities } from './history.model.ts'

const DAY_MS = 86_400_000
/** Days that a search of the history covers, and the hour of a day with 25 of them. */
const MAX_SEARCH_MS = 31 * DAY_MS + 3_600_000

/**
 * Reads a page of the history.
 *
 * @param prefix of the pointers of its parameters: `/` in the body, `query:` in the query.
 * @throws 400 for a search without a bound, because no index contains the words of the history.
 */
export const readHistory = async (scope: Scope, sent: ListRequest, prefix: '/' | 'query:'): Promise<Page> => {
  const request = { ...sent, filter: sent.filter && (await withMergedKeys(scope, sent.filter)) }
  const bound = request.criteria === null ? {} : boundOf(request.filter, scope, prefix)
  const { listing, columns } = historyList(listReadableEntities(scope), bound)
  return readPage(scope, listing, request, columns)
}

const boundOf = (filter: Filter | null, { tenant, clock }: Scope, prefix: string): HistoryBound => {
  const { from, to } = windowOf(filter, tenant.timeZone).window
  const ids = (filter ? splitConjunction(filter) : []).flatMap((part) =>
    part.op === 'in' && part.field === 'EntityId'
      ? [part.values.flatMap((one) => ('text' in one ? one.text : []))]
      : [],
  )[0]
  const isShort = from !== undefined && (to ?? clock.now()).getTime() - from.getTime() <= MAX_SEARCH_MS
  if (!ids && !isShort)
    throw badInput(
      `${prefix}Criteria`,
      'searches the history of at most 31 days, or of a record. Send DateRange, or Filter with EntityPrimaryType and EntityPrimaryKey',
    )
  return { ...(from && { from }), ...(to && { to }), ...(ids && { ids }) }
}
