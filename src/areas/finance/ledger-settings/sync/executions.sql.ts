import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Selects the events of tenants that have a ledger; of contacts only those whose contact is a customer there. */
export const eventsOfLedgersSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT e.tenant_id AS "tenantId", e.id, e.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS e (tenant_id, id, kind)
    WHERE EXISTS (SELECT FROM ledger_installation i WHERE i.tenant_id = e.tenant_id)
      AND (e.kind NOT LIKE 'contact.%' OR EXISTS (SELECT FROM outbox_event o JOIN ledger_customer c
        ON c.tenant_id = o.tenant_id AND c.contact_id = o.entity_id WHERE o.tenant_id = e.tenant_id AND o.id = e.id))`
}

/** Selects those of the documents that the ledger has under another customer. */
export const sentToOthersSql = (
  tenantId: number,
  customerId: string,
  documents: readonly { kind: string; id: number }[],
): Sql => Prisma.sql`
  SELECT l.kind, l.record_id AS id FROM ledger_link l
  WHERE l.tenant_id = ${tenantId}::int AND l.ledger_id IS NOT NULL AND l.customer_id IS DISTINCT FROM ${customerId}
    AND (l.kind, l.record_id) IN (SELECT * FROM unnest(
      ${documents.map(({ kind }) => kind)}::text[], ${documents.map(({ id }) => id)}::int[]))`

/** An execution that was claimed by a run of the sync. */
export interface ClaimedExecution {
  id: number
  kind: string
  documentId: number
  number: string | null
  attempts: number
}

/** Claims the next due execution of the tenant. One run at a time does so: what is Running was left by a killed run. */
export const claimExecutionSql = (tenantId: number, now: Date): Sql => Prisma.sql`
  UPDATE ledger_execution x SET status = 'Running', attempts = x.attempts + 1, due_at = NULL,
    message = 'The document is being sent.'
  WHERE x.tenant_id = ${tenantId}::int AND x.id = (SELECT o.id FROM ledger_execution o
    WHERE o.tenant_id = ${tenantId}::int AND o.status IN ('Pending', 'Running')
      AND (o.due_at IS NULL OR o.due_at <= ${now}::timestamptz) ORDER BY o.id LIMIT 1)
  RETURNING x.id, x.kind, x.document_id AS "documentId", x.number, x.attempts`

/** Selects when the next execution of the tenant is due: `dueAt`, null if one is due now; no row if none is open. */
export const nextDueSql = (tenantId: number): Sql => Prisma.sql`
  SELECT CASE WHEN bool_or(due_at IS NULL) THEN NULL ELSE min(due_at) END AS "dueAt" FROM ledger_execution
  WHERE tenant_id = ${tenantId}::int AND status IN ('Pending', 'Running') HAVING count(*) > 0`

/** Queues failed executions again, in their order. */
export const requeueExecutionsSql = (tenantId: number, ids: readonly number[], now: Date): Sql => Prisma.sql`
  UPDATE ledger_execution SET status = 'Pending', due_at = ${now}::timestamptz, attempts = 0, settled_at = NULL,
    is_resync = true, message = 'Waits to be sent again.'
  WHERE tenant_id = ${tenantId}::int AND id = ANY (${[...ids]}::bigint[]) AND status = 'Failed'`

/** Queues the failed executions again whose message contains a text: `id`. */
export const requeueByMessageSql = (tenantId: number, text: string, now: Date): Sql => Prisma.sql`
  UPDATE ledger_execution x SET status = 'Pending', due_at = ${now}::timestamptz, attempts = 0, settled_at = NULL,
    message = 'Waits to be sent again.'
  WHERE x.tenant_id = ${tenantId}::int AND position(${text}::text IN x.message) > 0 AND ${isUnrepairedSql}
  RETURNING x.id::text AS id`

/** The condition that the execution x failed and was not repeated since: no later one of its document is open or sent. */
export const isUnrepairedSql: Sql = Prisma.sql`x.status = 'Failed' AND NOT EXISTS (SELECT FROM ledger_execution l
  WHERE l.tenant_id = x.tenant_id AND l.kind = x.kind AND l.document_id = x.document_id AND l.id > x.id)`

/**
 * Deletes executions that ended before a time, except failures that were not repaired. A repair stays as long as the failure,
 * which would otherwise seem to be open again. Looks for one failure per document: an anti-join would grow with the square of the
 * rows. Returns their number.
 */
export const deleteEndedExecutionsSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM ledger_execution WHERE ctid = ANY (ARRAY (SELECT x.ctid FROM ledger_execution x
      WHERE x.settled_at < ${before}::timestamptz AND NOT (${isUnrepairedSql})
        AND (SELECT true FROM ledger_execution e WHERE e.tenant_id = x.tenant_id AND e.kind = x.kind
          AND e.document_id = x.document_id AND e.id < x.id AND e.status = 'Failed' LIMIT 1) IS NULL
      ORDER BY x.settled_at LIMIT ${limit}::int))
    RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`

export interface SyncLoad {
  waiting: number
  /** Since the oldest one was added. */
  seconds: number
  failed: number
}

const isOnSql = Prisma.sql`EXISTS (SELECT FROM ledger_installation i
  JOIN ledger_connection c ON c.tenant_id = i.tenant_id AND c.installation_id = i.id
  WHERE i.tenant_id = x.tenant_id AND i.is_sync_enabled AND c.status = 'Connected')`

/** Counts the executions of connected ledgers that wait, and those that failed and were not repeated. */
export const syncLoadSql: Sql = Prisma.sql`
  SELECT w.count AS waiting, w.seconds, f.count AS failed FROM
    (SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(x.created_at)), 0)::float8 AS seconds
      FROM ledger_execution x WHERE x.status IN ('Pending', 'Running') AND ${isOnSql}) w,
    (SELECT count(*)::int AS count FROM ledger_execution x WHERE ${isUnrepairedSql} AND ${isOnSql}) f`

/** Counts the failures of a tenant that were not repaired, by their sentence; the most frequent first. */
export const failureReasonsSql = (tenantId: number): Sql => Prisma.sql`
  SELECT x.message, count(*)::int AS count FROM ledger_execution x
  WHERE x.tenant_id = ${tenantId}::int AND ${isUnrepairedSql}
  GROUP BY x.message ORDER BY count(*) DESC, x.message`
