import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A row that was claimed by a run. */
export interface ClaimedEvent {
  id: number
  contactId: number | null
  nationalId: number | null
  isReceived: boolean
  requestId: string
  changeType: string
  attempts: number
  tags: string[]
  body: unknown
}

/**
 * Claims the next due row of the tenant. Rows of one contact and direction are settled in their order: a row waits for the
 * earlier ones. One run at a time claims rows: what is Running was left by a killed run.
 */
export const claimEventSql = (tenantId: number, now: Date): Sql => Prisma.sql`
  UPDATE registry_event x SET status = 'Running', attempts = x.attempts + 1
  WHERE x.tenant_id = ${tenantId}::int AND x.id = (SELECT e.id FROM registry_event e
    WHERE e.tenant_id = ${tenantId}::int AND e.settled_at IS NULL AND e.due_at <= ${now}::timestamptz
      AND NOT EXISTS (SELECT FROM registry_event o WHERE o.tenant_id = e.tenant_id AND o.settled_at IS NULL
        AND o.is_received = e.is_received AND o.id < e.id
        AND (o.contact_id = e.contact_id OR o.national_id = e.national_id))
    ORDER BY e.id LIMIT 1)
  RETURNING x.id, x.contact_id AS "contactId", x.national_id AS "nationalId", x.is_received AS "isReceived",
    x.request_id AS "requestId", x.change_type AS "changeType", x.attempts, x.tags, x.body`

/**
 * Returns the condition that a row can be retried: it is not settled with success, and the registry has no later change
 * of the contact, which contained the whole contact. Received changes can be applied in any order, but none before its
 * own date.
 */
export const isRetryableSql = (
  now: Date,
): Sql => Prisma.sql`(x.status IN ('Failed', 'GivenUp') AND CASE WHEN x.is_received
  THEN coalesce((x.body->>'OccurredAt')::float8 <= ${now.getTime()}::float8, true)
  ELSE NOT EXISTS (SELECT FROM registry_event o WHERE o.tenant_id = x.tenant_id AND o.contact_id = x.contact_id AND o.id > x.id
      AND NOT o.is_received AND o.status = 'Succeeded') END)`

/** Makes a row due, with its attempts counted from 0. Returns no row if it cannot be retried. */
export const retryEventSql = (tenantId: number, id: string, now: Date): Sql => Prisma.sql`
  UPDATE registry_event x SET status = 'Pending', attempts = 0, due_at = ${now}::timestamptz, settled_at = NULL
  WHERE x.tenant_id = ${tenantId}::int AND x.id = ${id}::bigint AND ${isRetryableSql(now)} RETURNING x.id`

/** Selects when the next row of the tenant is due: no row if none is open. */
export const nextDueSql = (tenantId: number): Sql => Prisma.sql`
  SELECT min(due_at) AS "dueAt" FROM registry_event
  WHERE tenant_id = ${tenantId}::int AND settled_at IS NULL HAVING count(*) > 0`

/**
 * Selects the tenants whose rows or whose registries are due, and are not disabled, by id. Steps from tenant to tenant
 * in the index of the rows that wait, so that a tenant with many of them costs as much as one with few.
 */
export const dueTenantsSql = (now: Date): Sql => Prisma.sql`
  WITH RECURSIVE waiting AS (
    (SELECT tenant_id, due_at FROM registry_event WHERE due_at IS NOT NULL ORDER BY tenant_id, due_at LIMIT 1)
    UNION ALL
    SELECT n.tenant_id, n.due_at FROM waiting w CROSS JOIN LATERAL (
      SELECT e.tenant_id, e.due_at FROM registry_event e WHERE e.due_at IS NOT NULL AND e.tenant_id > w.tenant_id
      ORDER BY e.tenant_id, e.due_at LIMIT 1) n
  ), due AS (
    SELECT tenant_id FROM waiting WHERE due_at <= ${now}::timestamptz
    UNION SELECT tenant_id FROM association_settings WHERE receive_due_at <= ${now}::timestamptz
  )
  SELECT d.tenant_id AS "tenantId" FROM due d WHERE coalesce((SELECT s.is_registry_enabled FROM association_settings s
    WHERE s.tenant_id = d.tenant_id), true) ORDER BY d.tenant_id`

/** Deletes rows that ended before a time. Returns their number. */
export const deleteEndedEventsSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM registry_event WHERE ctid = ANY (ARRAY (SELECT ctid FROM registry_event
      WHERE settled_at < ${before}::timestamptz ORDER BY settled_at LIMIT ${limit}::int)) RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`

export interface QueueLoad {
  waiting: number
  /** Since the oldest one was added. */
  seconds: number
  givenUp: number
}

/** The load of the queue over all tenants. */
export const queueLoadSql: Sql = Prisma.sql`
  SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds,
    (SELECT count(*)::int FROM registry_event WHERE status = 'GivenUp') AS "givenUp"
  FROM registry_event WHERE settled_at IS NULL`
