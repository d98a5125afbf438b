import { countChaptersOfCalendar } from '#areas/people/chapters/calendar-use.queries'
import { groupKind } from '#areas/people/groups/groups.queries'
import type { CalendarEditInput } from '#contract/work/calendars'
import { MAX_ID } from '#kernel/database/ids'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import type { FeedSecrets } from '#kernel/http/feed-secrets'
import { lockRecordIfPresent, lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Calendar, Prisma } from '#prisma/client'
import { type CalendarDraft, readCalendar } from './calendar-input.ts'
import { calendarEvents } from './calendars.events.ts'
import { CALENDAR_NAMES, isNameTaken } from './calendars.service.ts'

/**
 * Creates a calendar (id 0) or changes one; a save that changes nothing leaves no trace. Publishing makes the secret of
 * its feed, ending it forgets the secret.
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
    await lockSubject(tx, scope, CALENDAR_NAMES)
    const current = id === 0 ? null : await lockCalendar(scope, tx, id)
    if (current) assertVersion(current.auditId, expected)
    const draft = readCalendar(input, current)
    await assertNameIsFree(scope, tx, draft.name, id)
    if (draft.groupId !== current?.groupId) await assertGroup(scope, tx, draft.groupId)
    const isPublished = input.IsICalPublishingEnabled ?? Boolean(current?.feedHash)
    if (current && isSame(current, draft, isPublished)) return current
    const data = {
      ...draft,
      ...feedOf(current, isPublished, tenantId, secrets),
      feedChangedAt: feedTime(scope, current),
    }
    const saved = current
      ? await tx.calendar.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.calendar.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created', { ...draft, isPublished })
    return saved
  })

/** Replaces the secret of the feed: the old address ends here. 409 where the calendar is not published. */
export const resetFeed = (
  scope: Scope,
  id: number,
  expected: ExpectedVersion,
  secrets: FeedSecrets,
): Promise<Calendar> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockCalendar(scope, tx, id)
    assertVersion(current.auditId, expected)
    if (!current.feedHash) throw conflict('not-published', 'The calendar is not published.')
    const data = { ...feedOf(null, true, tenantId, secrets), auditId: { increment: 1 } }
    const saved = await tx.calendar.update({ where: { tenantId_id: { tenantId, id } }, data })
    await record(scope, tx, saved, 'updated', { feed: 'reset' })
    return saved
  })

/** Deletes a calendar with what stands in it; 409 while a chapter has it. */
export const deleteCalendar = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockCalendar(scope, tx, id)
    assertVersion(current.auditId, expected)
    if ((await countChaptersOfCalendar(tx, tenantId, id)) > 0)
      throw conflict('in-use', 'The calendar is that of a chapter. Give the chapter another one first.')
    await tx.calendar.delete({ where: { tenantId_id: { tenantId, id } } })
    await record(scope, tx, { ...current, auditId: current.auditId + 1 }, 'deleted', {})
  })

/** The calendar as it stands, for the one who changes it or what stands in it; 404 where there is none. */
export const lockCalendar = async ({ db }: Scope, tx: Transaction, id: number): Promise<Calendar> => {
  const { tenantId } = db
  await tx.$queryRaw`select 1 from calendar where tenant_id = ${tenantId} and id = ${id} for update`
  const calendar = await tx.calendar.findFirst({ where: { tenantId, id } })
  if (!calendar) throw notFound('calendar')
  return calendar
}

const isSame = (current: Calendar, draft: CalendarDraft, isPublished: boolean): boolean =>
  isPublished === Boolean(current.feedHash) &&
  Object.entries(draft).every(([name, value]) => current[name as keyof CalendarDraft] === value)

/** Always a later time, so that no two states of a feed have the same. */
const feedTime = ({ clock }: Scope, current: Calendar | null): Date =>
  new Date(Math.max(clock.now().getTime(), current ? current.feedChangedAt.getTime() + 1 : 0))

const assertNameIsFree = async (scope: Scope, tx: Transaction, name: string, id: number): Promise<void> => {
  if (await isNameTaken(scope, tx, name, id)) throw conflict('duplicate', `There is another calendar called "${name}".`)
}

const assertGroup = async (scope: Scope, tx: Transaction, id: number | null): Promise<void> => {
  if (id === null || (id <= MAX_ID && (await lockRecordIfPresent(scope, tx, groupKind, id, 'share')))) return
  const errors = [{ pointer: '/GroupId', message: 'names no group' }]
  throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

/** The secret that stands, a new one, or none. */
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
  { id, auditId, name }: Calendar,
  action: 'created' | 'updated' | 'deleted',
  changes: Partial<CalendarDraft> & Prisma.InputJsonObject,
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'calendar',
    entityId: id,
    auditId,
    action,
    changes,
    event: { kind: calendarEvents[action], payload: { name } },
  })
