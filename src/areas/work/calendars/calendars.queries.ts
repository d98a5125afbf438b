import { findGroupsOf } from '#areas/people/groups/groups.queries'
import { getMemberView } from '#areas/people/member-logins/member-logins.queries'
import { forbidden, notFound, unauthorized } from '#kernel/errors/problem'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { Calendar } from '#prisma/client'
import { calendarEvents } from './calendars.events.ts'
import { type CalendarRow, calendarRecordSql, namesakeSql } from './calendars.sql.ts'

export const calendarKind: RecordKind<Calendar> = {
  entity: 'calendar',
  table: 'calendar',
  columns: { feed_changed_at: null },
  events: calendarEvents,
  find: (tx, { tenantId, id }) => tx.calendar.findFirst({ where: { tenantId, id } }),
}

/** Returns whether the caller can change calendars, and therefore see the addresses of their feeds. */
export const canEditCalendars = (scope: Pick<Scope, 'grants' | 'chapters'>): boolean =>
  hasGrant(scope, 'calendars:write') && !scope.chapters

/** Returns a calendar in its documented shape, without the address of its feed. @throws 404. */
export const getCalendarRow = async ({ db }: Scope, id: number): Promise<CalendarRow> => {
  const [row] = await db.rows<CalendarRow>(calendarRecordSql(db.tenantId, id))
  if (!row) throw notFound('calendar')
  return row
}

/**
 * Returns a calendar as the text of its documented shape. The address of the feed is left out, because it is a key for
 * callers that can change calendars.
 *
 * @throws 404.
 */
export const readCalendarRecord = async (scope: Scope, id: number): Promise<string> =>
  JSON.stringify((await getCalendarRow(scope, id)).calendar)

/** Rejects a calendar that does not exist: 404. */
export const requireCalendar = async (scope: Scope, id: number): Promise<void> => {
  await getRecord(scope, calendarKind, id)
}

/** Lists the active calendars, ordered by name. */
export const listActiveCalendars = async ({ db }: Scope): Promise<Calendar[]> =>
  (await db.prisma.calendar.findMany({ where: { tenantId: db.tenantId, isActive: true } })).sort(compareByName)

/**
 * Lists the active calendars that a chapter can have: its current one first, then those of no chapter. The id 0 is that
 * of a new chapter.
 *
 * @throws 404 if the chapter does not exist.
 */
export const listCalendarsForChapter = async ({ db }: Scope, chapterId: number): Promise<Calendar[]> => {
  const { tenantId } = db
  const chapter = await db.prisma.chapter.findFirst({
    where: { tenantId, id: chapterId },
    select: { calendarId: true },
  })
  if (chapterId > 0 && !chapter) throw notFound('chapter')
  const free = { tenantId, isActive: true, OR: [{ chapters: { none: {} } }, { chapters: { some: { id: chapterId } } }] }
  const isOwn = ({ id }: Calendar) => Number(id === chapter?.calendarId)
  return (await db.prisma.calendar.findMany({ where: free })).sort((a, b) => isOwn(b) - isOwn(a) || compareByName(a, b))
}

/** Finds another calendar with the name, case-insensitive; null if there is none. */
export const findNamesake = async ({ db }: Scope, tx: Transaction, name: string, id: number): Promise<object | null> =>
  (await tx.rows(namesakeSql(db.tenantId, name, id)))[0] ?? null

/**
 * What a caller of the public operations is: everyone without a credential; a signed-in person that is a member, with the
 * groups that it or a contact that it acts for is in, or is not one; or staff.
 */
export type Viewer =
  | { kind: 'everyone' }
  | { kind: 'person' }
  | { kind: 'member'; groupIds: ReadonlySet<number> }
  | { kind: 'staff' }

/** Finds out what the caller is. */
export const getViewer = async (scope: Scope): Promise<Viewer> => {
  const { actor, chapters } = scope
  if (actor.kind === 'system') return { kind: 'everyone' }
  if (actor.kind !== 'member') return { kind: hasGrant(scope, 'calendars:read') && !chapters ? 'staff' : 'person' }
  const { isMember, contactIds } = await getMemberView(scope, actor)
  return isMember ? { kind: 'member', groupIds: await findGroupsOf(scope, contactIds) } : { kind: 'person' }
}

const isForMember = ({ isMemberViewable, groupId }: Calendar, viewer: Viewer): boolean =>
  isMemberViewable &&
  (viewer.kind === 'staff' || (viewer.kind === 'member' && (groupId === null || viewer.groupIds.has(groupId))))

const canView = (calendar: Calendar, viewer: Viewer): boolean =>
  calendar.isActive && (calendar.isPublicViewable || isForMember(calendar, viewer))

/** Returns whether the caller, who can view the calendar, can propose items for it. */
export const canSubmit = (calendar: Calendar, viewer: Viewer): boolean =>
  (calendar.isPublicViewable && calendar.allowPublicSubmission) ||
  (calendar.allowMemberSubmission && isForMember(calendar, viewer))

/** Lists the calendars that the caller can view, by name. */
export const listViewableCalendars = async ({ db }: Scope, viewer: Viewer): Promise<Calendar[]> => {
  const all = await db.prisma.calendar.findMany({ where: { tenantId: db.tenantId, isActive: true } })
  return all.filter((calendar) => canView(calendar, viewer)).sort(compareByName)
}

/**
 * Returns a calendar that the caller can view.
 *
 * @throws 401 if it is for members and the caller sent no credential, 403 members-only, 404 if it is for staff only.
 */
export const getViewableCalendar = async ({ db }: Scope, viewer: Viewer, id: number): Promise<Calendar> => {
  const calendar = await db.prisma.calendar.findFirst({ where: { tenantId: db.tenantId, id, isActive: true } })
  if (!calendar || !(calendar.isPublicViewable || calendar.isMemberViewable)) throw notFound('calendar')
  if (canView(calendar, viewer)) return calendar
  if (viewer.kind === 'everyone')
    throw unauthorized('The calendar is for members. Send Authorization: Bearer with an access token of a member.')
  throw forbidden('The calendar is for members, or for the members of a group.', 'members-only')
}
