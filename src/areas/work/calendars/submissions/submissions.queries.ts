import { requireMember } from '#areas/people/member-logins/self/self.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readRow, readRows } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { CalendarSubmission } from '#prisma/client'
import { calendarEvents } from '../calendars.events.ts'
import { ownSubmissionList, submissionList } from './submissions.listing.ts'

export const submissionKind: RecordKind<CalendarSubmission> = {
  entity: 'calendarsubmission',
  noun: 'proposal',
  table: 'calendar_submission',
  events: {
    created: calendarEvents.submissionCreated,
    updated: calendarEvents.submissionUpdated,
    deleted: calendarEvents.submissionDeleted,
  },
  find: (tx, key) => tx.calendarSubmission.findFirst({ where: key }),
}

/** Returns a proposal as the text of its documented shape. @throws 404. */
export const readSubmission = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<string> =>
  readRow(runner, scope, submissionList(scope), id, 'proposal')

/** Returns the version of a proposal. @throws 404. */
export const getSubmissionVersion = async ({ db }: Scope, id: number): Promise<number> => {
  const where = { tenantId: db.tenantId, id }
  const found = await db.prisma.calendarSubmission.findFirst({ where, select: { auditId: true } })
  if (!found) throw notFound('proposal')
  return found.auditId
}

/** Returns the proposals of the signed-in member as the text of a JSON array. @throws 403 not-a-member. */
export const readOwnSubmissions = (scope: Scope): Promise<string> =>
  readRows(scope, ownSubmissionList(requireMember(scope).contactId))
