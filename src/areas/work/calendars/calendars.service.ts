import { groupKind } from '#areas/people/groups/groups.queries'
import type { CalendarEditInput } from '#contract/work/calendars'
import { MAX_ID } from '#kernel/database/ids'
import { conflict } from '#kernel/errors/problem'
import { ownValue } from '#kernel/lookups/own-value'
import { lockForSave, lockRecord, lockRecordIfPresent, lockRows, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { freeName } from '#kernel/text/free-name'
import type { Calendar, Prisma } from '#prisma/client'
import type { FeedSecrets } from '#services/auth/feed-secrets'
import { changedPart } from '#services/tenant-log/changed-part'
import { type CalendarData, parseCalendar } from './calendars.input.ts'
import { calendarKind, findNamesake } from './calendars.queries.ts'
import { deleteSubmissionsSql } from './submissions/submissions.queries.ts'

/** The lock of the names of a tenant's calendars. */
const CALENDAR_NAMES = 'calendar'

/** The maxLength of Name in the contract. */
const MAX_NAME = 200

/**
 * Creates a calendar (id 0) or changes one. A save that changes nothing writes nothing. If publishing is switched on,
 * the feed gets a new secret; if it is switched off, the secret is deleted.
 *
 * @throws 404, 409 duplicate, stale-audit-id, 412, 422 name-needed, not-viewable, unknown-reference.
 */
export const saveCalendar = (
  scope: Scope,
  id: number,
  input: CalendarEditInput,
  expected: ExpectedVersion,
  secrets: FeedSecrets,
): Promise<Calendar> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, CALENDAR_NAMES)
    const current = await lockForSave(scope, tx, calendarKind, id, expected)
    const data = parseCalendar(input, current)
    requireUniqueName(calendarKind, data.name, await findNamesake(scope, tx, data.name, id))
    if (data.groupId !== current?.groupId) await requireGroup(scope, tx, data.groupId)
    const isPublished = input.IsICalPublishingEnabled ?? Boolean(current?.feedHash)
    if (current && isSame(current, data, isPublished)) return current
    const columns = {
      ...data,
      ...feedOf(current, isPublished, tenantId, secrets),
      feedChangedAt: nextFeedTime(scope, current),
    }
    const saved = current
      ? await tx.calendar.update({ where: { tenantId_id: { tenantId, id } }, data: { ...columns, ...NEXT_VERSION } })
      : await tx.calendar.create({ data: { ...columns, tenantId } })
    await record(
      scope,
      tx,
      saved,
      current ? 'updated' : 'created',
      changedPart('IsICalPublishingEnabled', Boolean(current?.feedHash), isPublished),
    )
    return saved
  })

/** Replaces the secret of a feed, so that its current address stops working. @throws 404, 409 not-published, 412. */
export const resetFeed = (
  scope: Scope,
  id: number,
  expected: ExpectedVersion,
  secrets: FeedSecrets,
): Promise<Calendar> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecord(scope, tx, calendarKind, id, expected)
    if (!current.feedHash)
      throw conflict('not-published', 'The calendar is not published. Set IsICalPublishingEnabled first.')
    const data = { ...feedOf(null, true, tenantId, secrets), ...NEXT_VERSION }
    const saved = await tx.calendar.update({ where: { tenantId_id: { tenantId, id } }, data })
    await record(scope, tx, saved, 'updated', { feed: 'reset' })
    return saved
  })

/** Deletes a calendar with its items and proposals. @throws 404, 409 in-use, stale-audit-id, 412. */
export const deleteCalendar = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecord(scope, tx, calendarKind, id, expected)
    await requireUnused(scope, tx, calendarKind, current)
    // Callers limited to chapters do not see the proposals of all contacts.
    await runForWholeTenant(scope, tx, () => tx.rows(deleteSubmissionsSql(scope, id)))
    await tx.calendar.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, nextVersionOf(current), 'deleted')
  })

/**
 * Creates a calendar for another record, in its transaction. If the name is already in use, the calendar gets the first
 * free one of "name (2)", "name (3)" and so on.
 */
export const createCalendar = async (
  scope: Scope,
  tx: Transaction,
  wanted: Pick<Calendar, 'name' | 'description'>,
): Promise<Calendar> => {
  await lockSubject(scope, tx, CALENDAR_NAMES)
  const isInUse = async (name: string) => (await findNamesake(scope, tx, name, 0)) !== null
  const data = { ...wanted, name: await freeName(wanted.name, MAX_NAME, isInUse) }
  const { tenantId } = scope.db
  const calendar = await tx.calendar.create({ data: { ...data, tenantId, feedChangedAt: scope.clock.now() } })
  await record(scope, tx, calendar, 'created')
  return calendar
}

/** Changes the description of a calendar, in the transaction of another record. The same description writes nothing. */
export const describeCalendar = async (
  scope: Scope,
  tx: Transaction,
  current: Calendar,
  description: string | null,
): Promise<void> => {
  if (current.description === description) return
  const { tenantId, id } = current
  await lockRows(scope, tx, calendarKind, [id])
  const data = { description, feedChangedAt: scope.clock.now(), ...NEXT_VERSION }
  const saved = await tx.calendar.update({ where: { tenantId_id: { tenantId, id } }, data })
  const details = { payload: { fields: ['description'] } }
  await recordChange(scope, tx, changeOf(calendarKind, saved, 'updated', details))
}

const isSame = (current: Calendar, data: CalendarData, isPublished: boolean): boolean =>
  isPublished === Boolean(current.feedHash) &&
  Object.entries(data).every(([name, value]) => ownValue(current, name) === value)

/** Returns a time later than the current one of the feed, so that no two contents of a feed have the same. */
const nextFeedTime = ({ clock }: Scope, current: Calendar | null): Date =>
  new Date(Math.max(clock.now().getTime(), current ? current.feedChangedAt.getTime() + 1 : 0))

const requireGroup = async (scope: Scope, tx: Transaction, id: number | null): Promise<void> => {
  if (id === null || (id <= MAX_ID && (await lockRecordIfPresent(scope, tx, groupKind, id, 'share')))) return
  throw unknownReference('/GroupId', 'group')
}

/** Returns the current secret of the feed, a new one, or none. */
const feedOf = (
  current: Calendar | null,
  isPublished: boolean,
  tenantId: number,
  secrets: FeedSecrets,
): Pick<Calendar, 'feedHash' | 'feedSealed'> => {
  if (!isPublished) return { feedHash: null, feedSealed: null }
  if (current?.feedHash) return { feedHash: current.feedHash, feedSealed: current.feedSealed }
  const { hash, sealed } = secrets.make(tenantId)
  return { feedHash: hash, feedSealed: sealed }
}

const record = (
  scope: Scope,
  tx: Transaction,
  calendar: Calendar,
  action: ChangeAction,
  changes: Prisma.InputJsonObject = {},
): Promise<void> =>
  recordChange(scope, tx, changeOf(calendarKind, calendar, action, { changes, payload: { name: calendar.name } }))
