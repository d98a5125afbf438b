import { findGroupsOf } from '#areas/people/groups/groups.queries'
import { getMemberView } from '#areas/people/member-logins/member-logins.queries'
import { forbidden, notFound, unauthorized } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { compareByName } from '#kernel/text/by-name'
import type { Calendar } from '#prisma/client'

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

/** Whether the caller, who can view the calendar, can propose items for it. */
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
