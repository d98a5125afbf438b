import { randomUUID } from 'node:crypto'
import type { CalendarItemInput } from '#contract/work/calendars'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CalendarItem } from '#prisma/client'
import { calendarEvents } from '../calendars.events.ts'
import { keptOverrides } from '../overrides/override-times.model.ts'
import { type ItemWithOverrides, OVERRIDES, type Override } from '../overrides/overrides.model.ts'
import { lockCalendar } from '../save-calendar.service.ts'
import { timesOf } from './item-times.input.ts'
import { type ItemDraft, readItemInput } from './items.input.ts'
import { readItem, type VersionedItem } from './items.queries.ts'

const MOST_ITEMS = 10_000

/**
 * Creates an item (id 0) or changes one. A change raises its sequence, by which calendar programs notice; a save that
 * changes nothing leaves no trace.
 */
export const saveItem = (
  scope: Scope,
  calendarId: number,
  id: number,
  input: CalendarItemInput,
  expected: ExpectedVersion,
): Promise<VersionedItem> =>
  scope.db.transaction(async (tx) => {
    await lockCalendar(scope, tx, calendarId)
    const current = id === 0 ? null : await findItem(scope, tx, calendarId, id)
    if (current) assertVersion(current.auditId, expected)
    const draft = readItemInput(input, current, current && timesOf(current), scope.tenant.timeZone)
    const saved = current ? await change(scope, tx, current, draft) : await create(scope, tx, calendarId, draft)
    return readItem(scope, calendarId, saved.id, tx)
  })

/** Marks an item as cancelled; cancelling it again changes nothing. */
export const cancelItem = (
  scope: Scope,
  calendarId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<VersionedItem> =>
  scope.db.transaction(async (tx) => {
    await lockCalendar(scope, tx, calendarId)
    const current = await findItem(scope, tx, calendarId, id)
    assertVersion(current.auditId, expected)
    await change(scope, tx, current, { status: 'cancelled' })
    return readItem(scope, calendarId, id, tx)
  })

/** Takes an item out of the calendar and its feed. */
export const deleteItem = (scope: Scope, calendarId: number, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockCalendar(scope, tx, calendarId)
    const current = await findItem(scope, tx, calendarId, id)
    assertVersion(current.auditId, expected)
    await tx.calendarItem.delete({ where: { tenantId_id: { tenantId: current.tenantId, id } } })
    await touchFeed(scope, tx, calendarId)
    await record(scope, tx, { ...current, auditId: current.auditId + 1 }, 'deleted', {})
  })

/** Whoever changes items holds their calendar: the item stands still. */
export const findItem = async (
  { db }: Scope,
  tx: Transaction,
  calendarId: number,
  id: number,
): Promise<ItemWithOverrides> => {
  const where = { tenantId: db.tenantId, calendarId, id }
  const item = await tx.calendarItem.findFirst({ where, include: { overrides: OVERRIDES } })
  if (!item) throw notFound('item of the calendar')
  return item
}

const create = async (scope: Scope, tx: Transaction, calendarId: number, draft: ItemDraft): Promise<CalendarItem> => {
  const { tenantId } = scope.db
  if ((await tx.calendarItem.count({ where: { tenantId, calendarId } })) >= MOST_ITEMS)
    throw ruleRefused('too-many', `The calendar holds ${MOST_ITEMS} items. Delete some that are over first.`)
  const now = scope.clock.now()
  const data = { ...draft, tenantId, calendarId, uid: randomUUID(), createdAt: now, changedAt: now }
  const item = await tx.calendarItem.create({ data })
  await touchFeed(scope, tx, calendarId)
  await record(scope, tx, item, 'created', draft)
  return item
}

const change = async (
  scope: Scope,
  tx: Transaction,
  current: ItemWithOverrides,
  draft: Partial<ItemDraft>,
): Promise<CalendarItem> => {
  const changes: Record<string, unknown> = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isSame(current[name as keyof ItemDraft], value)),
  )
  if (Object.keys(changes).length === 0) return current
  const overrides = keptOverrides(current, timesOf({ ...current, ...draft }), scope.tenant.timeZone)
  if (isSame(current.overrides, overrides)) return raise(scope, tx, current, changes)
  await replaceOverrides(tx, current, overrides)
  return raise(scope, tx, current, changes, { changedOccurrences: overrides.map((one) => one.originalStart) })
}

const replaceOverrides = async (tx: Transaction, { tenantId, id }: CalendarItem, overrides: Override[]) => {
  await tx.calendarItemOverride.deleteMany({ where: { tenantId, itemId: id } })
  await tx.calendarItemOverride.createMany({ data: overrides.map((one) => ({ ...one, tenantId, itemId: id })) })
}

/** Writes columns of an item with its next version, and tells of it; `more`: what else was changed of it. */
export const raise = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id, calendarId }: CalendarItem,
  columns: Partial<ItemDraft>,
  more: Record<string, unknown> = {},
): Promise<CalendarItem> => {
  const next = { changedAt: scope.clock.now(), auditId: { increment: 1 }, sequence: { increment: 1 } }
  const data = { ...columns, ...next }
  const item = await tx.calendarItem.update({ where: { tenantId_id: { tenantId, id } }, data })
  await touchFeed(scope, tx, calendarId)
  await record(scope, tx, item, 'updated', { ...columns, ...more })
  return item
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Always a later time, so that no two states of a feed have the same; whoever changes items holds their calendar. */
const touchFeed = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  await tx.$executeRaw`update calendar
    set feed_changed_at = greatest(${scope.clock.now()}::timestamptz, feed_changed_at + interval '1 millisecond')
    where tenant_id = ${scope.db.tenantId} and id = ${id}`
}

const KINDS = {
  created: calendarEvents.itemCreated,
  updated: calendarEvents.itemUpdated,
  deleted: calendarEvents.itemDeleted,
}

const record = (
  scope: Scope,
  tx: Transaction,
  { id, auditId, calendarId, title, status }: CalendarItem,
  action: keyof typeof KINDS,
  changes: Record<string, unknown>,
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'calendaritem',
    entityId: id,
    auditId,
    action,
    changes: JSON.parse(JSON.stringify(changes)),
    event: { kind: KINDS[action], payload: { calendarId, title, status } },
  })
