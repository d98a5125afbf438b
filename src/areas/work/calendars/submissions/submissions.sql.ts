import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { calendarEvents } from '../calendars.events.ts'

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
