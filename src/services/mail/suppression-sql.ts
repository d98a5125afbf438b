import { recordedParts } from '#kernel/records/change-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { suppressionEvents } from './suppression.events.ts'

/** Every category that can be unsubscribed from. */
export const ALL_CATEGORIES = '*'

/** The recipient of a mail, as expressions. */
interface Recipient {
  tenantId: Sql
  addressKey: Sql
  contactId: Sql
  category: Sql
}

/**
 * Returns the reason for which an address must not get a mail, null if there is none: `unsubscribed` or `staff` for
 * mail of a category, `bounced` and `complained` for any mail; and the status of the address in the contact's record,
 * where `opted-out` counts for any mail as well. An address that bounced or complained is suppressed for every contact.
 */
export const suppressionSql = ({ tenantId, addressKey, contactId, category }: Recipient): Sql => Prisma.sql`coalesce(
  (SELECT s.reason FROM mail_suppression s
    WHERE s.tenant_id = ${tenantId} AND s.address_key = ${addressKey}
      AND (s.reason IN ('bounced', 'complained') OR s.category = ${category}
        OR (s.category = ${ALL_CATEGORIES} AND ${category} IS NOT NULL))
    ORDER BY s.id LIMIT 1),
  (SELECT (ARRAY['opted-out', 'bounced', 'complained'])[e.status] FROM contact_email e
    WHERE e.tenant_id = ${tenantId} AND e.address_key = ${addressKey} AND e.status <> 0
      AND (e.status > 1 OR ${contactId} IS NULL OR e.contact_id = ${contactId})
    ORDER BY e.status DESC LIMIT 1))`

/** Suppresses mail of every category to addresses that have no such suppression, with history and events. */
export const addSuppressionsSql = (
  scope: Scope,
  wanted: readonly { addressKey: string; reason: string }[],
): Sql => Prisma.sql`WITH made AS (
    INSERT INTO mail_suppression (tenant_id, address_key, category, reason, created_at)
    SELECT ${scope.db.tenantId}::int, key, ${ALL_CATEGORIES}::text, reason, ${scope.clock.now()}::timestamptz
    FROM unnest(${wanted.map(({ addressKey }) => addressKey)}::text[], ${wanted.map(({ reason }) => reason)}::text[])
      AS w(key, reason)
    ORDER BY key ON CONFLICT DO NOTHING RETURNING id, address_key, category, reason
  ), change AS MATERIALIZED (
    SELECT 'mail-suppression'::text AS entity, id AS entity_id, 1 AS audit_id, 'created'::text AS action, facts AS changes,
      ${suppressionEvents.created}::text AS kind, facts AS payload, 'local'::text AS origin
    FROM made, jsonb_build_object('addressKey', address_key, 'category', category, 'reason', reason) facts
  ), ${recordedParts(scope)} SELECT id FROM made`
