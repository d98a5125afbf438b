import type { CalendarOccurrenceChangeInput } from '#contract/work/calendars'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { timesOf } from '../items/item-times.input.ts'
import { readItem, type VersionedItem } from '../items/items.queries.ts'
import { findItem, raise } from '../items/items.service.ts'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import { lockCalendar } from '../save-calendar.service.ts'
import { readOriginalStart, readOverride } from './overrides.input.ts'
import type { ItemWithOverrides, Override } from './overrides.model.ts'

const MOST_IN_ITEM = 366
const MOST_IN_CALENDAR = 10_000

/**
 * Changes or cancels one time of a repeated item, in place of what was changed of it before. It is a change of the
 * item, whose version and sequence rise.
 *
 * @param start that the rule makes, as the path has it.
 */
export const saveOverride = (
  scope: Scope,
  calendarId: number,
  itemId: number,
  start: string,
  input: CalendarOccurrenceChangeInput,
  expected: ExpectedVersion,
): Promise<VersionedItem> =>
  scope.db.transaction(async (tx) => {
    await lockCalendar(scope, tx, calendarId)
    const item = await findItem(scope, tx, calendarId, itemId)
    assertVersion(item.auditId, expected)
    const times = timesOf(item)
    const originalStart = readOriginalStart(start, times)
    const override = readOverride(input, originalStart, times, scope.tenant.timeZone)
    await change(scope, tx, item, toColumn(originalStart), override)
    return readItem(scope, calendarId, itemId, tx)
  })

/** Takes back what was changed of one time; 404 where nothing was. */
export const removeOverride = (
  scope: Scope,
  calendarId: number,
  itemId: number,
  start: string,
  expected: ExpectedVersion,
): Promise<VersionedItem> =>
  scope.db.transaction(async (tx) => {
    await lockCalendar(scope, tx, calendarId)
    const item = await findItem(scope, tx, calendarId, itemId)
    assertVersion(item.auditId, expected)
    const originalStart = toColumn(readOriginalStart(start, timesOf(item)))
    if (!currentOf(item, originalStart)) throw notFound('change of an occurrence')
    await change(scope, tx, item, originalStart, null)
    return readItem(scope, calendarId, itemId, tx)
  })

const currentOf = ({ overrides }: ItemWithOverrides, originalStart: Date): Override | undefined =>
  overrides.find((one) => one.originalStart.getTime() === originalStart.getTime())

const change = async (
  scope: Scope,
  tx: Transaction,
  item: ItemWithOverrides,
  originalStart: Date,
  override: Override | null,
): Promise<void> => {
  const current = currentOf(item, originalStart)
  if (isSame(current ?? null, override)) return
  const { tenantId, id: itemId } = item
  if (override && !current) await assertRoom(tx, item)
  await tx.calendarItemOverride.deleteMany({ where: { tenantId, itemId, originalStart } })
  if (override) await tx.calendarItemOverride.create({ data: { ...override, tenantId, itemId } })
  await raise(scope, tx, item, {}, { occurrence: override ?? { originalStart } })
}

const isSame = (one: Override | null, other: Override | null): boolean =>
  one === other || (one !== null && other !== null && keyOf(one) === keyOf(other))

const keyOf = (one: Override): string =>
  JSON.stringify([one.localStart, one.localEnd, one.title, one.description, one.location, one.isCancelled])

const assertRoom = async (tx: Transaction, { tenantId, calendarId, overrides }: ItemWithOverrides): Promise<void> => {
  if (overrides.length >= MOST_IN_ITEM)
    throw ruleRefused('too-many', `${MOST_IN_ITEM} times of the item are changed already: rather change its rule.`)
  if ((await tx.calendarItemOverride.count({ where: { tenantId, item: { calendarId } } })) >= MOST_IN_CALENDAR)
    throw ruleRefused('too-many', `${MOST_IN_CALENDAR} times of items in the calendar are changed already.`)
}
