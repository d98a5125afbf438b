import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Gap, MAX_GAPS } from './gaps.model.ts'

/** Adds gaps that are not known; one gap "more" if there are too many. */
export const addGapsSql = (tenantId: number, connectionId: number, gaps: readonly Gap[]): Sql => Prisma.sql`
  WITH known AS (SELECT kind, target_id, value FROM connection_gap
    WHERE tenant_id = ${tenantId}::integer AND connection_id = ${connectionId}::integer)
    , room AS (SELECT count(*) < ${MAX_GAPS}::integer AS is_left FROM known)
  INSERT INTO connection_gap (tenant_id, connection_id, kind, target_id, value)
  SELECT DISTINCT ${tenantId}::integer, ${connectionId}::integer, CASE WHEN r.is_left THEN g.kind ELSE 'more' END,
    CASE WHEN r.is_left THEN g."targetId" ELSE 0 END, CASE WHEN r.is_left THEN g.value ELSE '' END
  FROM json_to_recordset(${JSON.stringify(gaps)}::json) AS g (kind text, "targetId" integer, value text), room r
  WHERE (g.kind, g."targetId", g.value) NOT IN (SELECT kind, target_id, value FROM known)
  ON CONFLICT DO NOTHING`

/** Marks gaps as reported, and returns those that were not: NamedGap. Names of what no longer exists are its id. */
export const reportGapsSql = (tenantId: number, connectionId: number): Sql => Prisma.sql`
  UPDATE connection_gap g SET is_reported = true
  WHERE g.tenant_id = ${tenantId}::integer AND g.connection_id = ${connectionId}::integer AND NOT g.is_reported
  RETURNING g.kind, g.value, coalesce(CASE g.kind
    WHEN 'type' THEN (SELECT t.name FROM membership_type t WHERE t.tenant_id = g.tenant_id AND t.id = g.target_id)
    WHEN 'level' THEN (SELECT l.name FROM membership_level l WHERE l.tenant_id = g.tenant_id AND l.id = g.target_id)
    ELSE (SELECT f.display_name FROM custom_field f WHERE f.tenant_id = g.tenant_id AND f.id = g.target_id)
    END, g.target_id::text) AS name`

/**
 * Deletes the gaps that now have a counterpart, and the gap "more" with them. Returns their number: `count`.
 *
 * @param fieldId a custom field that was changed, which can accept other values now; null: none.
 */
export const closeGapsSql = (tenantId: number, connectionId: number, fieldId: number | null): Sql => Prisma.sql`
  WITH closed AS (
    DELETE FROM connection_gap g WHERE g.tenant_id = ${tenantId}::integer AND g.connection_id = ${connectionId}::integer
      AND CASE g.kind
        WHEN 'type' THEN EXISTS (SELECT FROM membership_type t
          WHERE t.tenant_id = g.tenant_id AND t.id = g.target_id AND t.is_active)
        WHEN 'level' THEN EXISTS (SELECT FROM membership_level l
          WHERE l.tenant_id = g.tenant_id AND l.id = g.target_id AND l.is_active)
        WHEN 'choice' THEN EXISTS (SELECT FROM custom_field_choice k
          WHERE k.tenant_id = g.tenant_id AND k.field_id = g.target_id AND k.is_active AND k.name = g.value)
        WHEN 'value' THEN g.target_id = ${fieldId}::integer
        WHEN 'role' THEN EXISTS (SELECT FROM contact_role_type y
          WHERE y.tenant_id = g.tenant_id AND lower(y.name) = lower(g.value))
        ELSE false END
    RETURNING 1)
  , rest AS (
    DELETE FROM connection_gap g WHERE g.tenant_id = ${tenantId}::integer AND g.connection_id = ${connectionId}::integer
      AND g.kind = 'more' AND EXISTS (SELECT FROM closed))
  SELECT count(*)::integer AS count FROM closed`

/** Selects the contacts of a connection that lack something, by their id at the source: `id`. */
export const incompleteSql = (tenantId: number, connectionId: number): Sql => Prisma.sql`
  SELECT source_contact_id AS id FROM connection_received_contact
  WHERE tenant_id = ${tenantId}::integer AND connection_id = ${connectionId}::integer AND is_incomplete
  ORDER BY source_contact_id`

/** Filters events of a set of tenants to those of tenants with gaps. */
export const eventsOfGapsSql = (events: readonly { tenantId: number; id: number; kind: string }[]): Sql => Prisma.sql`
  SELECT e.tenant_id AS "tenantId", e.id, e.kind
  FROM unnest(${events.map(({ tenantId }) => tenantId)}::int[], ${events.map(({ id }) => id)}::bigint[],
    ${events.map(({ kind }) => kind)}::text[]) AS e (tenant_id, id, kind)
  WHERE EXISTS (SELECT FROM connection_gap g WHERE g.tenant_id = e.tenant_id)`
