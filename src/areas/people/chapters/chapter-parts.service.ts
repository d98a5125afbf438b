import {
  createNamedOrganization,
  type prepareOrganization,
  renameOrganization,
} from '#areas/people/contacts/organizations/organizations.service'
import { createNamedGroup, renameNamedGroup } from '#areas/people/groups/groups.service'
import { createCalendar, describeCalendar } from '#areas/work/calendars/calendars.service'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Calendar } from '#prisma/client'
import type { ChapterDraft } from './chapters.input.ts'
import { refuseWarnings } from './chapters.queries.ts'

/**
 * Returns the organization of a new chapter: the one that the draft references, renamed, or a new one.
 *
 * @throws 409 chapter-warnings if a new organization may be a duplicate.
 */
export const saveOrganization = async (
  scope: Scope,
  tx: Transaction,
  ids: Awaited<ReturnType<typeof prepareOrganization>>,
  { organizationId, name, force }: ChapterDraft & { name: string; force: boolean },
): Promise<number> => {
  if (organizationId !== undefined) {
    await renameOrganization(scope, tx, organizationId, name)
    return organizationId
  }
  const { contactId, candidates } = await createNamedOrganization(scope, tx, ids, { name, force })
  refuseWarnings(
    candidates.map(({ ContactId }) => ({
      pointer: '/OrganizationContactId',
      message: `may have to reference organization ${ContactId}, which may be the same`,
    })),
  )
  return contactId
}

/** Returns the calendar of a new chapter: the one that the draft references, or a new one. */
export const saveCalendarOf = async (
  scope: Scope,
  tx: Transaction,
  { calendarId, calendarDescription }: ChapterDraft,
  name: string,
): Promise<number> => {
  if (!calendarId) return (await createCalendar(scope, tx, { name, description: calendarDescription ?? null })).id
  if (calendarDescription !== undefined) await describe(scope, tx, calendarId, calendarDescription)
  return calendarId
}

/** Saves a changed description to the calendar that the chapter has after the change. @throws 422 unknown-reference. */
export const describeCalendarOf = async (
  scope: Scope,
  tx: Transaction,
  { calendarId, calendarDescription }: ChapterDraft,
  current: { calendar: Calendar | null },
): Promise<void> => {
  if (calendarDescription === undefined) return
  const id = calendarId === undefined ? current.calendar?.id : calendarId
  if (id) return describe(scope, tx, id, calendarDescription)
  if (calendarDescription === null || calendarDescription === current.calendar?.description) return
  throw ruleRefused('unknown-reference', 'The chapter has no calendar that could be described.', [
    { pointer: '/CalendarDescription', message: 'requires a calendar' },
  ])
}

const describe = async (scope: Scope, tx: Transaction, id: number, description: string | null): Promise<void> => {
  const calendar = await tx.calendar.findFirst({ where: { tenantId: scope.db.tenantId, id } })
  if (calendar) await describeCalendar(scope, tx, calendar, description)
}

/** Gives the group of a chapter, which has its name, the new name of the chapter. */
export const renameGroupOf = async (
  scope: Scope,
  tx: Transaction,
  { name, groupId }: ChapterDraft,
  current: { groupId: number | null; organization: { displayName: string } },
): Promise<void> => {
  const from = current.organization.displayName
  const isKept = groupId === undefined || groupId === current.groupId
  if (name === undefined || name === from || current.groupId === null || !isKept) return
  await renameNamedGroup(scope, tx, current.groupId, { from, to: name })
}

/** Returns the group of a new chapter: the one that the draft references, or a new one. */
export const saveGroup = async (
  scope: Scope,
  tx: Transaction,
  { groupId }: ChapterDraft,
  name: string,
): Promise<number> => groupId ?? createNamedGroup(scope, tx, name)
