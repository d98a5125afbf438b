import {
  createNamedOrganization,
  renameOrganization,
  type takeOrganizationId,
} from '#areas/people/contacts/saving/named-organizations.service'
import { createNamedGroup } from '#areas/people/groups/groups.service'
import { createCalendar, describeCalendar } from '#areas/work/calendars/calendars.service'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Calendar } from '#prisma/client'
import type { ChapterDraft } from './chapter-input.ts'
import { refuseWarnings } from './chapter-warnings.queries.ts'

/** The organization of a new chapter: the one that it names, under the chapter's name, or a new one. */
export const makeOrganization = async (
  scope: Scope,
  tx: Transaction,
  ids: Awaited<ReturnType<typeof takeOrganizationId>>,
  { organizationId, name, force }: ChapterDraft & { name: string; force: boolean },
): Promise<number> => {
  const runner = tx
  if (organizationId !== undefined) {
    await renameOrganization(runner, scope, organizationId, name)
    return organizationId
  }
  const { id, candidates } = await createNamedOrganization(runner, scope, ids, { name, force })
  refuseWarnings(
    candidates.map(({ contact_id }) => ({
      pointer: '/OrganizationContactId',
      message: `organization ${contact_id} may be the same; name it here to make it the chapter's`,
    })),
  )
  return id
}

/** The calendar of a new chapter: the one that it names, or a new one. */
export const calendarOf = async (
  scope: Scope,
  tx: Transaction,
  { calendarId, calendarDescription }: ChapterDraft,
  name: string,
): Promise<number> => {
  if (!calendarId) return (await createCalendar(scope, tx, { name, description: calendarDescription ?? null })).id
  if (calendarDescription !== undefined) await describe(scope, tx, calendarId, calendarDescription)
  return calendarId
}

/** Writes a changed description through to the calendar that the chapter has behind the change. */
export const describeCalendarOf = async (
  scope: Scope,
  tx: Transaction,
  { calendarId, calendarDescription }: ChapterDraft,
  before: { calendar: Calendar | null },
): Promise<void> => {
  if (calendarDescription === undefined) return
  const id = calendarId === undefined ? before.calendar?.id : calendarId
  if (id) return describe(scope, tx, id, calendarDescription)
  if (calendarDescription === null || calendarDescription === before.calendar?.description) return
  throw ruleRefused('unknown-reference', 'The chapter has no calendar that could be described.', [
    { pointer: '/CalendarDescription', message: 'needs a calendar' },
  ])
}

const describe = async (scope: Scope, tx: Transaction, id: number, description: string | null): Promise<void> => {
  const calendar = await tx.calendar.findFirst({ where: { tenantId: scope.db.tenantId, id } })
  if (calendar) await describeCalendar(scope, tx, calendar, description)
}

/** The group of a new chapter: the one that it names, or a new one. */
export const groupOf = async (
  scope: Scope,
  tx: Transaction,
  { groupId }: ChapterDraft,
  name: string,
): Promise<number> => groupId ?? createNamedGroup(scope, tx, name)
