import type { CalendarOccurrenceChangeInput } from '#contract/work/calendars'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord } from '#kernel/records/lock'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { calendarKind } from '../calendars.queries.ts'
import { timesOf } from '../items/item-times.model.ts'
import { readItem } from '../items/items.queries.ts'
import { findItem, updateItem } from '../items/items.service.ts'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import { parseOriginalStart, parseOverride } from './overrides.input.ts'
import type { ItemWithOverrides, Override } from './overrides.model.ts'

const MAX_PER_ITEM = 366
const MAX_PER_CALENDAR = 10_000

/** An occurrence as the path identifies it. */
export interface OccurrenceKey {
  calendarId: number
  itemId: number
  /** The start by the rule. */
  start: string
}

/**
 * Changes or cancels one occurrence of a repeated item. It replaces an earlier change of the occurrence, and raises the
 * version and the sequence of the item.
 *
 * @throws 400, 404, 409 stale-audit-id, 412, 422 calendar-rule, too-many.
 */
export const saveOverride = (
  scope: Scope,
  { calendarId, itemId, start }: OccurrenceKey,
  input: CalendarOccurrenceChangeInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, calendarKind, calendarId)
    const item = await findItem(scope, tx, calendarId, itemId, expected)
    const times = timesOf(item)
    const originalStart = parseOriginalStart(start, times)
    const override = parseOverride(input, originalStart, times, scope.tenant.timeZone)
    await replaceOverride(scope, tx, item, toColumn(originalStart), override)
    return readItem(scope, calendarId, itemId, tx)
  })

/** Deletes the change of one occurrence. @throws 400, 404 if the occurrence has no change, 412. */
export const deleteOverride = (
  scope: Scope,
  { calendarId, itemId, start }: OccurrenceKey,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, calendarKind, calendarId)
    const item = await findItem(scope, tx, calendarId, itemId, expected)
    const originalStart = toColumn(parseOriginalStart(start, timesOf(item)))
    if (!currentOf(item, originalStart)) throw notFound('change of an occurrence')
    await replaceOverride(scope, tx, item, originalStart, null)
    return readItem(scope, calendarId, itemId, tx)
  })

const currentOf = ({ overrides }: ItemWithOverrides, originalStart: Date): Override | undefined =>
  overrides.find((one) => one.originalStart.getTime() === originalStart.getTime())

const replaceOverride = async (
  scope: Scope,
  tx: Transaction,
  item: ItemWithOverrides,
  originalStart: Date,
  override: Override | null,
): Promise<void> => {
  const current = currentOf(item, originalStart)
  if (isSame(current ?? null, override)) return
  const { tenantId, id: itemId } = item
  if (override && !current) await requireRoom(tx, item)
  await tx.calendarItemOverride.deleteMany({ where: { tenantId, itemId, originalStart } })
  if (override) await tx.calendarItemOverride.create({ data: { ...override, tenantId, itemId } })
  await updateItem(scope, tx, item, {}, { occurrence: override ?? { originalStart } })
}

const isSame = (one: Override | null, other: Override | null): boolean =>
  one === other || (one !== null && other !== null && keyOf(one) === keyOf(other))

const keyOf = (one: Override): string =>
  JSON.stringify([one.localStart, one.localEnd, one.title, one.description, one.location, one.isCancelled])

const requireRoom = async (tx: Transaction, { tenantId, calendarId, overrides }: ItemWithOverrides): Promise<void> => {
  if (overrides.length >= MAX_PER_ITEM)
    throw ruleRefused('too-many', `The item has ${MAX_PER_ITEM} changed occurrences. Change its rule instead.`)
  if ((await tx.calendarItemOverride.count({ where: { tenantId, item: { calendarId } } })) >= MAX_PER_CALENDAR)
    throw ruleRefused('too-many', `The calendar has ${MAX_PER_CALENDAR} changed occurrences. Delete some first.`)
}
