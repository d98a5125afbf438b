import { requireMember } from '#areas/people/member-logins/member-logins.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { readRows, readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { recordedParts } from '#kernel/records/change-sql'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { type CalendarSubmission, Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { calendarEvents } from '../calendars.events.ts'
import { ownSubmissionList, submissionList } from './submissions.listing.ts'

export const submissionKind: RecordKind<CalendarSubmission> = {
  entity: 'calendarsubmission',
  noun: 'proposal',
  table: 'calendar_submission',
  columns: { local_start: 'Start', local_end: 'End', starts_at: null, ends_at: null },
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

/** Deletes the proposals of a calendar, with history and events. */
export const deleteSubmissionsSql = (scope: Scope, calendarId: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM calendar_submission
    WHERE tenant_id = ${scope.db.tenantId}::int AND calendar_id = ${calendarId}::int
    RETURNING id, audit_id + 1 AS audit_id, calendar_id, title, state, reason
  ), change AS (
    SELECT 'calendarsubmission'::text AS entity, id AS entity_id, audit_id, 'deleted'::text AS action,
      jsonb_build_object('title', title, 'state', state, 'reason', reason) AS changes,
      ${calendarEvents.submissionDeleted}::text AS kind,
      jsonb_build_object('calendarId', calendar_id, 'title', title, 'state', state) AS payload, 'local'::text AS origin
    FROM deleted ORDER BY id
  ), ${recordedParts(scope)} SELECT count(*)::int AS deleted FROM change`
