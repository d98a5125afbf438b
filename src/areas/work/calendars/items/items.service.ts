import { randomUUID } from 'node:crypto'
import type { CalendarItemInput } from '#contract/work/calendars'
import { conflict, notFound, Problem, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { ownValue } from '#kernel/lookups/own-value'
import { lockRecord, lockRecordIfPresent, lockRows } from '#kernel/records/lock'
import { CHANGED, prepareAndSave } from '#kernel/records/prepared-save'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { inThread } from '#kernel/threads/thread'
import type { CalendarItem, Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { PREPARE_ITEM } from '../calendars.model.ts'
import { calendarKind } from '../calendars.queries.ts'
import { touchFeedSql } from '../calendars.sql.ts'
import { type ItemWithOverrides, OVERRIDES, type Override } from '../overrides/overrides.model.ts'
import type { ItemData, PreparedItem } from './items.input.ts'
import { itemKind, readItem } from './items.queries.ts'

const MAX_ITEMS = 10_000

/**
 * Creates an item of a calendar (id 0) or changes one. A change adds one to the sequence, by which calendar programs
 * notice it. A save that changes nothing writes nothing.
 *
 * @throws 400, 404, 409 stale-audit-id, 412, 422 name-needed, wrong-address, calendar-rule, too-many.
 */
export const saveItem = (
  scope: Scope,
  calendarId: number,
  id: number,
  input: CalendarItemInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> => {
  const { tenantId, prisma } = scope.db
  return prepareAndSave(
    async () =>
      id === 0 ? null : prisma.calendarItem.findFirst({ where: { tenantId, id }, include: { overrides: OVERRIDES } }),
    (before) => prepareInThread(scope, input, before),
    (prepared, before) =>
      scope.db.transaction(async (tx) => {
        await lockRecord(scope, tx, calendarKind, calendarId)
        const current = id === 0 ? null : await findItem(scope, tx, calendarId, id, expected)
        if (current?.auditId !== before?.auditId) return CHANGED
        if (prepared instanceof Problem) throw prepared
        const saved = current
          ? await change(scope, tx, current, prepared)
          : await createItem(scope, tx, calendarId, prepared.data)
        return readItem(scope, calendarId, saved.id, tx)
      }),
  )
}

/** Returns what a save writes, or the problem of its input, which counts only if the caller can save the item. */
export const prepareInThread = async (
  scope: Scope,
  input: CalendarItemInput,
  current: ItemWithOverrides | null,
): Promise<PreparedItem | Problem> => {
  try {
    return await inThread(scope, PREPARE_ITEM, { input, current, timeZone: scope.tenant.timeZone })
  } catch (error) {
    if (error instanceof Problem && error.status !== 429 && error.status < 500) return error
    throw error
  }
}

/** Cancels an item. Cancelling it again changes nothing. @throws 404, 412. */
export const cancelItem = (
  scope: Scope,
  calendarId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, calendarKind, calendarId)
    const current = await findItem(scope, tx, calendarId, id, expected)
    await change(scope, tx, current, { data: { status: 'cancelled' }, overrides: current.overrides })
    return readItem(scope, calendarId, id, tx)
  })

/** Deletes an item from its calendar and the feed. @throws 404, 409 event-item, 412. */
export const deleteItem = (scope: Scope, calendarId: number, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await lockRecord(scope, tx, calendarKind, calendarId)
    await removeItem(scope, tx, await findItem(scope, tx, calendarId, id, expected))
  })

/** Removes an item of a calendar, which the caller has locked. */
export const removeItem = async (scope: Scope, tx: Transaction, item: CalendarItem): Promise<void> => {
  const { tenantId, id, calendarId } = item
  await lockRows(scope, tx, itemKind, [id])
  await tx.calendarItem.delete({ where: { tenantId_id: { tenantId, id } } })
  await touchFeed(scope, tx, calendarId)
  await record(scope, tx, nextVersionOf(item), 'deleted')
}

/**
 * Returns an item of a calendar for a change, and checks the version that the caller has read. Lock the calendar first:
 * its lock covers the items.
 *
 * @throws 404, 409 stale-audit-id, event-item, 412.
 */
export const findItem = async (
  scope: Scope,
  tx: Transaction,
  calendarId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<ItemWithOverrides> => {
  const item = await lockRecordIfPresent(scope, tx, itemKind, id)
  if (item?.calendarId !== calendarId) throw notFound('item of the calendar')
  if (item.eventId !== null)
    throw conflict('event-item', 'The item shows an event. Change the event instead.', { EventId: item.eventId })
  requireVersion(item.auditId, expected)
  return item
}

/** Creates an item of a calendar, which the caller has locked. @throws 422 too-many. */
export const createItem = async (
  scope: Scope,
  tx: Transaction,
  calendarId: number,
  data: ItemData,
): Promise<CalendarItem> => {
  const { tenantId } = scope.db
  if ((await tx.calendarItem.count({ where: { tenantId, calendarId } })) >= MAX_ITEMS)
    throw ruleRefused('too-many', `The calendar has ${MAX_ITEMS} items. Delete past items first.`)
  const now = scope.clock.now()
  const item = await tx.calendarItem.create({
    data: { ...data, tenantId, calendarId, uid: randomUUID(), createdAt: now, changedAt: now },
  })
  await touchFeed(scope, tx, calendarId)
  await record(scope, tx, item, 'created')
  return item
}

const change = async (
  scope: Scope,
  tx: Transaction,
  current: ItemWithOverrides,
  { data, overrides }: { data: Partial<ItemData>; overrides: Override[] },
): Promise<CalendarItem> => {
  const changes: Record<string, unknown> = Object.fromEntries(
    Object.entries(data).filter(([name, value]) => !isSame(ownValue(current, name), value)),
  )
  if (Object.keys(changes).length === 0) return current
  if (isSame(current.overrides, overrides)) return updateItem(scope, tx, current, changes)
  await replaceOverrides(tx, current, overrides)
  const changedOccurrences = changedPart(
    'ChangedOccurrences',
    current.overrides.map((one) => one.originalStart),
    overrides.map((one) => one.originalStart),
  )
  return updateItem(scope, tx, current, changes, changedOccurrences)
}

const replaceOverrides = async (tx: Transaction, { tenantId, id }: CalendarItem, overrides: Override[]) => {
  await tx.calendarItemOverride.deleteMany({ where: { tenantId, itemId: id } })
  await tx.calendarItemOverride.createMany({ data: overrides.map((one) => ({ ...one, tenantId, itemId: id })) })
}

/**
 * Updates columns of an item with its next version and sequence, and records the change.
 *
 * @param details what else of the item has changed, for the history.
 */
export const updateItem = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id, calendarId }: CalendarItem,
  columns: Partial<ItemData>,
  details: Prisma.InputJsonObject = {},
): Promise<CalendarItem> => {
  const next = { changedAt: scope.clock.now(), sequence: { increment: 1 }, ...NEXT_VERSION }
  const where = { tenantId_id: { tenantId, id } }
  const item = await tx.calendarItem.update({ where, data: { ...columns, ...next } })
  await touchFeed(scope, tx, calendarId)
  await record(scope, tx, item, 'updated', details)
  return item
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const touchFeed = async (scope: Scope, tx: Transaction, calendarId: number): Promise<void> => {
  await tx.rows(touchFeedSql(scope.db.tenantId, calendarId, scope.clock.now()))
}

const record = (
  scope: Scope,
  tx: Transaction,
  item: CalendarItem,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> => {
  const { calendarId, title, status } = item
  const details = { changes, payload: { calendarId, title, status } }
  return recordChange(scope, tx, changeOf(itemKind, item, action, details))
}
