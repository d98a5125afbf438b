import { requireMember } from '#areas/people/member-logins/member-logins.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { readRows, readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
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

/**
 * Returns a proposal in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readSubmission = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, submissionList(scope), id, 'proposal')

/** Returns the proposals of the signed-in member as the text of a JSON array. @throws 403 not-a-member. */
export const readOwnSubmissions = (scope: Scope): Promise<string> =>
  readRows(scope, ownSubmissionList(requireMember(scope).contactId))
