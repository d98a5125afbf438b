import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Params } from '../database/shape.ts'
import { actorName, type Scope } from '../tenancy/scope.ts'
import { getTraceparent } from '../tracing/tracing.ts'
import type { Change } from './record-change.ts'
import { settledKey } from './settled-key-sql.ts'

/**
 * Returns the statement that writes what recordChange writes, for any number of changes: history, events and the
 * committed Idempotency-Key.
 */
export const recordChangesSql = (scope: Scope, changes: readonly Change[]): Sql => {
  const parts = changePartsSql(changeValues(scope, changes), Prisma.sql`true`, scope.idempotency !== undefined)
  return Prisma.sql`WITH ${parts} SELECT 1 AS done`
}

/** What history and events of a request contain, and the Idempotency-Key that they commit. */
interface RecordingValues {
  tenantId: number
  actor: string
  at: Date
  requestId: string
  traceparent: string | null
}

type KeyValues = NonNullable<Scope['idempotency']>

export interface ChangeValues extends RecordingValues, Partial<KeyValues> {
  /** The changes as JSON. */
  changes: string
}

export const changeValues = (scope: Scope, changes: readonly Change[]): ChangeValues => {
  const rows = changes.map(({ entity, entityId, auditId, action, changes: fields, event }) => ({
    entity,
    entity_id: entityId,
    audit_id: auditId,
    action,
    changes: fields ?? null,
    kind: event?.kind ?? null,
    payload: event?.payload ?? {},
    origin: event?.origin ?? 'local',
  }))
  return { ...recordingValues(scope), ...scope.idempotency, changes: JSON.stringify(rows) }
}

const recordingValues = (scope: Scope): RecordingValues => ({
  tenantId: scope.db.tenantId,
  actor: actorName(scope.actor),
  at: scope.clock.now(),
  requestId: scope.requestId,
  traceparent: getTraceparent(),
})

/**
 * Returns the same as parts of a WITH, for a statement that also makes the change. `happened` is a condition on its
 * other parts: nothing is recorded if it is false.
 */
export const changePartsSql = (
  values: Params<ChangeValues>,
  happened: Sql,
  hasKey: boolean,
): Sql => Prisma.sql`change AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${values.changes}::jsonb) AS c(
        entity text, entity_id bigint, audit_id int, action text, changes jsonb, kind text, payload jsonb, origin text)
      WHERE ${happened}
    ), ${recordedPartsSql(values, hasKey)}`

/**
 * Returns the parts that record the rows of the part `change`, for a statement that itself determines what changed. The
 * columns of `change` are entity text, entity_id bigint, audit_id int, action text, changes jsonb, kind text (null: no
 * event), payload jsonb, origin text.
 */
export const recordedParts = (scope: Scope): Sql =>
  recordedPartsSql({ ...recordingValues(scope), ...scope.idempotency }, scope.idempotency !== undefined)

const recordedPartsSql = (values: Params<RecordingValues & Partial<KeyValues>>, hasKey: boolean): Sql => {
  const { tenantId, actor, at, requestId, traceparent } = values
  return Prisma.sql`audited AS (
      INSERT INTO audit_entry (tenant_id, entity, entity_id, audit_id, action, actor, at, request_id, changes)
      SELECT ${tenantId}::int, entity, entity_id, audit_id, action, ${actor}::text, ${at}::timestamptz,
        ${requestId}::text, changes FROM change ${hasKey ? settled(values) : Prisma.empty}
    ), emitted AS (
      INSERT INTO outbox_event (tenant_id, kind, entity, entity_id, audit_id, actor, origin, payload, occurred_at,
        traceparent)
      SELECT ${tenantId}::int, kind, entity, entity_id, audit_id, ${actor}::text, origin, payload, ${at}::timestamptz,
        ${traceparent}::text
      FROM change WHERE kind IS NOT NULL
    )`
}

/**
 * Returns the condition that settles the key: PostgreSQL runs a part of a WITH that only reads if another part uses it.
 */
const settled = (values: Params<RecordingValues & Partial<KeyValues>>): Sql =>
  Prisma.sql`WHERE (SELECT CASE WHEN EXISTS (SELECT FROM change) THEN ${settledKey(values)} END)`
