import type { CalendarEdit } from '#contract/work/calendars'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const HOW_TO_SUBSCRIBE =
  'Paste this address into your calendar program to subscribe. Anyone who has it can read the calendar.'

/** A row of calendarRecordSql. */
export interface CalendarRow {
  calendar: CalendarEdit
  feedSealed: string | null
}

/** Reads a calendar in its documented shape, without the address of its feed, which is sealed. */
export const calendarRecordSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT row_to_json(x) AS calendar, k.feed_sealed AS "feedSealed"
  FROM calendar k CROSS JOIN LATERAL (SELECT k.id AS "CalendarId", k.audit_id AS "AuditId", k.name AS "Name",
    k.description AS "Description", k.is_active AS "IsActive", k.is_public_viewable AS "IsPublicViewable",
    k.is_member_viewable AS "IsMemberViewable", k.allow_public_submission AS "AllowPublicSubmission",
    k.allow_member_submission AS "AllowMemberSubmission", k.feed_hash IS NOT NULL AS "IsICalPublishingEnabled",
    NULL::text AS "PrimaryDomain", NULL::text AS "EntireUrl",
    CASE WHEN k.feed_hash IS NOT NULL THEN ${HOW_TO_SUBSCRIBE}::text END AS "AddCalendarICalMessage",
    k.group_id::text AS "GroupId") x
  WHERE k.tenant_id = ${tenantId}::integer AND k.id = ${id}::integer`

/** Finds another calendar with the name, case-insensitive. */
export const namesakeSql = (tenantId: number, name: string, id: number): Sql => Prisma.sql`
  SELECT id FROM calendar
  WHERE tenant_id = ${tenantId}::integer AND lower(name) = lower(${name}::text) AND id <> ${id}::integer LIMIT 1`

/** Sets the time at which the content of a feed changed. It always increases, so that no two contents have the same. */
export const touchFeedSql = (tenantId: number, id: number, now: Date): Sql => Prisma.sql`
  UPDATE calendar
  SET feed_changed_at = greatest(${now}::timestamptz, feed_changed_at + interval '1 millisecond')
  WHERE tenant_id = ${tenantId}::integer AND id = ${id}::integer`
