import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { localEndJson, localJson } from '../items/items.listing.ts'

interface CalendarKey {
  tenantId: number
  calendarId: number
}

/** A span of time that is longer than the requested one. */
export interface WideSpan {
  after: Date
  before: Date
}

/**
 * Lists the items that can occur in a span, and those with an occurrence that was moved there. Each part reads a range of
 * an index, so that neither past items nor later ones are read.
 */
export const itemIdsSql = ({ tenantId, calendarId }: CalendarKey, { after, before }: WideSpan): Sql => Prisma.sql`
  SELECT i.id FROM calendar_item i
  WHERE i.tenant_id = ${tenantId}::integer AND i.calendar_id = ${calendarId}::integer AND i.last_ends_at IS NULL
    AND i.starts_at < ${before}::timestamptz
  UNION SELECT i.id FROM calendar_item i
  WHERE i.tenant_id = ${tenantId}::integer AND i.calendar_id = ${calendarId}::integer
    AND i.last_ends_at >= ${after}::timestamptz AND i.starts_at < ${before}::timestamptz
  UNION SELECT o.item_id FROM calendar_item_override o
  JOIN calendar_item i ON i.tenant_id = o.tenant_id AND i.id = o.item_id
  WHERE o.tenant_id = ${tenantId}::integer AND i.calendar_id = ${calendarId}::integer
    AND o.local_end >= ${after}::timestamptz AT TIME ZONE 'UTC'
    AND o.local_start < ${before}::timestamptz AT TIME ZONE 'UTC'
  ORDER BY id`

/** The longest repeated item lasts this long. */
const LONGEST = Prisma.sql`interval '366 days'`

/**
 * Reads items as one JSON text, which the thread parses.
 *
 * @param span of the overrides that are read, without descriptions; null for all overrides and all columns.
 */
export const seriesSql = (tenantId: number, ids: readonly number[], span: WideSpan | null): Sql => {
  const columns = span ? Prisma.sql`- 'description'` : Prisma.empty
  const isNear = span
    ? Prisma.sql`AND (o.local_end >= ${span.after}::timestamptz AT TIME ZONE 'UTC'
          AND o.local_start < ${span.before}::timestamptz AT TIME ZONE 'UTC'
        OR o.original_start >= (${span.after}::timestamptz AT TIME ZONE 'UTC') - ${LONGEST}
          AND o.original_start <= ${span.before}::timestamptz AT TIME ZONE 'UTC')`
    : Prisma.empty
  return Prisma.sql`
  SELECT coalesce(json_agg(json_build_object('item', to_jsonb(i) ${columns}, 'overrides',
    (SELECT coalesce(json_agg(to_jsonb(o) ${columns} ORDER BY o.original_start), '[]'::json) FROM calendar_item_override o
      WHERE o.tenant_id = i.tenant_id AND o.item_id = i.id ${isNear})) ORDER BY wanted.position), '[]'::json)::text AS text
  FROM unnest(${[...ids]}::integer[]) WITH ORDINALITY AS wanted(id, position)
  JOIN calendar_item i ON i.tenant_id = ${tenantId}::integer AND i.id = wanted.id`
}

/** The changed occurrences of an item `i`, as a JSON array. */
export const changedOccurrences = Prisma.sql`(SELECT coalesce(json_agg(row_to_json(y) ORDER BY o.original_start), '[]'::json)
  FROM calendar_item_override o CROSS JOIN LATERAL (SELECT ${localJson(Prisma.sql`o.original_start`)} AS "OriginalStart",
    i.audit_id AS "AuditId", ${localJson(Prisma.sql`o.local_start`)} AS "Start",
    ${localEndJson(Prisma.sql`o.local_end`)} AS "End", o.title AS "Title", o.description AS "Description",
    o.location AS "Location", o.is_cancelled AS "IsCancelled") y
  WHERE o.tenant_id = i.tenant_id AND o.item_id = i.id)`
