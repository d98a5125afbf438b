import type { LogDetail } from '#contract/integration/logs'
import { notFound } from '#kernel/errors/problem'
import type { Filter, Leaf, Literal } from '#kernel/listing/filter'
import { type Page, readPage, readPageBy } from '#kernel/listing/page'
import type { ListRequest } from '#kernel/listing/request'
import { findMergedFamily } from '#kernel/records/merged-contacts'
import type { Scope } from '#kernel/tenancy/scope'
import { withDocumentedNames } from '#services/tenant-log/documented-names'
import { searchWords } from '#services/tenant-log/log-event-texts'
import { listReadableEntities, parseChangeId } from '../history/history.model.ts'
import { changedFieldsSql } from '../history/history.sql.ts'
import { CHANGE_TYPE } from '../tenant-log.model.ts'
import { windowOf } from './log-window.model.ts'
import { eventList } from './tenant-events.listing.ts'
import {
  eventDetailsSql,
  eventTypesSql,
  MAX_COUNTED,
  searchPageSql,
  selectedEventsSql,
  windowPageSql,
} from './tenant-events.sql.ts'

/**
 * Reads a page of the events. In the order of time, a window is read by maintained counts and its indexes, and a search in a
 * window costs what its page costs.
 */
export const readEvents = async (
  scope: Pick<Scope, 'db' | 'tenant' | 'chapters'>,
  sent: ListRequest,
  canHide: boolean,
): Promise<Page> => {
  const request = { ...sent, filter: sent.filter && (await withMergedKeys(scope, sent.filter)) }
  const { window, isExact } = windowOf(request.filter, scope.tenant.timeZone)
  const list = eventList(canHide, window)
  const isByTime = request.order.length === 1 && request.order[0]?.field === 'CreatedDate'
  const { tenantId } = scope.db
  if (isExact && isByTime && request.criteria === null)
    return readPageBy(scope, request, windowPageSql(tenantId, list, request, window))
  const words = request.criteria === null ? [] : searchWords(tenantId, request.criteria)
  if (isExact && isByTime && words.length > 0)
    return withMinimum(await readPageBy(scope, request, searchPageSql(tenantId, list, request, words, window)))
  return readPage(scope, list.listing, request, list.columns)
}

/** Adds to a page that its total ends at the maximum. */
const withMinimum = (page: Page): Page =>
  page.total > MAX_COUNTED ? { ...page, total: MAX_COUNTED, modelItems: { TotalIsMinimum: true } } : page

/** Returns the details of an event, or the changed fields of a change. @throws 404. */
export const getDetails = async (scope: Scope, rowId: string): Promise<LogDetail> => {
  const { db } = scope
  const changeId = isStorable(rowId) ? parseChangeId(rowId) : undefined
  const isChange = changeId !== undefined
  const statement = isChange
    ? changedFieldsSql(db.tenantId, changeId, listReadableEntities(scope))
    : eventDetailsSql(db.tenantId, isStorable(rowId) ? rowId : '0')
  const [row] = await db.rows<{ details: string | null }>(statement)
  if (!row) throw notFound('log row')
  const { details } = row
  return { DeepDetails: isChange && details ? presentChange(details) : details, RowId: BigInt(rowId).toString() }
}

const presentChange = (json: string): string => JSON.stringify(withDocumentedNames(JSON.parse(json)), null, 2)

const MAX_BIGINT = 2n ** 63n - 1n

/** Returns whether an id fits into a bigint. */
export const isStorable = (rowId: string): boolean => BigInt(rowId) <= MAX_BIGINT

/** Returns the log types of visible events, and that of the history, by name. */
export const listTypes = async ({ db }: Pick<Scope, 'db'>): Promise<string[]> => {
  const rows = await db.rows<{ type: string }>(eventTypesSql(db.tenantId))
  return [...new Set([...rows.map(({ type }) => type), CHANGE_TYPE])].sort((a, b) => a.localeCompare(b, 'en'))
}

/** The effect of hiding events. */
export interface Selection {
  count: number
  oldest: Date | null
  newest: Date | null
}

export const getSelection = async ({ db }: Pick<Scope, 'db'>, rowIds: readonly string[]): Promise<Selection> => {
  const [row] = await db.rows<Selection>(selectedEventsSql(db.tenantId, rowIds.filter(isStorable)))
  return row ?? { count: 0, oldest: null, newest: null }
}

const CONTACT = 'contact'
const KEY_FIELDS: ReadonlySet<string> = new Set(['entityprimarykey', 'entityid'])

/**
 * Extends tests of the key of a contact to the ids of the contacts that were merged into it, whose events and changes keep
 * them. The id of a merged contact means the same contact.
 */
export const withMergedKeys = async (scope: Pick<Scope, 'db'>, filter: Filter): Promise<Filter> => {
  if (filter.op === 'not') return { op: 'not', part: await withMergedKeys(scope, filter.part) }
  if (filter.op === 'or') return { op: 'or', parts: await extendAll(scope, filter.parts) }
  if (filter.op !== 'and') return filter
  const parts = await extendAll(scope, filter.parts)
  if (!parts.some(isOfContacts)) return { op: 'and', parts }
  return { op: 'and', parts: await Promise.all(parts.map((part) => extendKey(scope, part))) }
}

const extendAll = (scope: Pick<Scope, 'db'>, parts: readonly Filter[]): Promise<Filter[]> =>
  Promise.all(parts.map((part) => withMergedKeys(scope, part)))

const isOfContacts = (part: Filter): boolean =>
  part.op === 'eq' &&
  part.field.toLowerCase() === 'entityprimarytype' &&
  part.value.kind === 'text' &&
  part.value.text.toLowerCase() === CONTACT

const extendKey = async ({ db }: Pick<Scope, 'db'>, part: Filter): Promise<Filter> => {
  if (!isKeyTest(part)) return part
  const literals = part.op === 'in' ? part.values : [part.value]
  const ids = literals.flatMap((literal) =>
    'text' in literal && /^\d{1,10}$/.test(literal.text) ? Number(literal.text) : [],
  )
  const family = await findMergedFamily(db, db.tenantId, ids)
  const kind = literals[0]?.kind === 'number' ? 'number' : 'text'
  const known = new Set(literals.flatMap((literal) => ('text' in literal ? literal.text : [])))
  const merged = family.filter((id) => !known.has(String(id))).map((id): Literal => ({ kind, text: String(id) }))
  return merged.length === 0 ? part : { op: 'in', field: part.field, values: [...literals, ...merged] }
}

type KeyTest = Extract<Leaf, { op: 'in' }> | (Extract<Leaf, { value: Literal }> & { op: 'eq' })

const isKeyTest = (part: Filter): part is KeyTest =>
  (part.op === 'eq' || part.op === 'in') && KEY_FIELDS.has(part.field.toLowerCase())
