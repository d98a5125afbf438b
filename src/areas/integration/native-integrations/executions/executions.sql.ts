import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const patternsSql = (kind: Sql): Sql => Prisma.sql`ARRAY[${kind}, split_part(${kind}, '.', 1) || '.*', '*']`

/** Selects the events that cause runs of an integration of their tenant. */
export const eventsOfIntegrationsSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT e.tenant_id AS "tenantId", e.id, e.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS e (tenant_id, id, kind)
    WHERE EXISTS (SELECT FROM native_integration i WHERE i.tenant_id = e.tenant_id AND cardinality(i.event_kinds) > 0
      AND NOT i.is_paused AND i.event_kinds && ${patternsSql(Prisma.sql`e.kind`)})`
}

/** Selects the integrations that an event starts, in the order of their ids. */
export const integrationsOfEventSql = (tenantId: number, kind: string): Sql => Prisma.sql`
  SELECT i.id FROM native_integration i WHERE i.tenant_id = ${tenantId}::int AND cardinality(i.event_kinds) > 0
    AND NOT i.is_paused AND i.event_kinds && ${patternsSql(Prisma.sql`${kind}::text`)} ORDER BY i.id`

/** A run that a job has claimed. */
export interface ClaimedExecution {
  id: string
  executionId: string
  trigger: string
  number: string | null
  eventId: number | null
  createdAt: Date
  /** Including this one: a worker that lost the run has an earlier number. */
  attempts: number
}

/** Claims the next due run of an integration. One job at a time does so: what is Running was left by a killed job. */
export const claimExecutionSql = (tenantId: number, integrationId: number, now: Date): Sql => Prisma.sql`
  UPDATE native_execution x SET status = 'Running', attempts = x.attempts + 1,
    started_at = coalesce(x.started_at, ${now}::timestamptz), done_count = 0, total_count = 0
  WHERE x.tenant_id = ${tenantId}::int AND x.id = (SELECT o.id FROM native_execution o
    WHERE o.tenant_id = ${tenantId}::int AND o.integration_id = ${integrationId}::int AND o.ended_at IS NULL
      AND o.due_at <= ${now}::timestamptz ORDER BY o.id LIMIT 1)
  RETURNING x.id::text AS id, x.execution_id AS "executionId", x.trigger, x.number, x.event_id AS "eventId",
    x.created_at AS "createdAt", x.attempts`

/** Finds the latest stored event of a kind about a record, by its id or the number of the document. */
export const latestEventSql = (tenantId: number, kind: string, number: string): Sql => Prisma.sql`
  SELECT e.id FROM outbox_event e WHERE e.tenant_id = ${tenantId}::int AND e.kind = ${kind}::text
    AND (e.entity_id::text = ${number}::text OR e.payload ->> 'number' = ${number}::text) ORDER BY e.id DESC LIMIT 1`

/** Deletes runs that ended before a time. Returns their number. */
export const deleteEndedExecutionsSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM native_execution WHERE ctid = ANY (ARRAY (SELECT x.ctid FROM native_execution x
      WHERE x.ended_at < ${before}::timestamptz ORDER BY x.ended_at LIMIT ${limit}::int))
    RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`

export interface RunLoad {
  waiting: number
  /** Since the oldest due run was due. */
  seconds: number
  failed: number
}

/** Counts the runs that are due, and the integrations whose last run failed. */
export const runLoadSql: Sql = Prisma.sql`
  SELECT w.count AS waiting, w.seconds, f.count AS failed FROM
    (SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(x.due_at)), 0)::float8 AS seconds
      FROM native_execution x WHERE x.ended_at IS NULL AND x.due_at <= now()) w,
    (SELECT count(*)::int AS count FROM native_integration i WHERE i.last_status = 'Failed') f`
