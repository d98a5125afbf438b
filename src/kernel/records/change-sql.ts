import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Params } from '../database/shape.ts'
import { actorName, type Scope } from '../tenancy/scope.ts'
import { getTraceparent } from '../tracing/tracing.ts'
import type { Change, Recorder } from './change.ts'
import { settledKey } from './settled-key-sql.ts'

/** A change with the row before it as JSON: `{}` for a new one, undefined if the columns are not compared. */
type ComparedChange = Change & { before?: string | undefined }

/** Returns the statement that writes what recordChanges writes. It runs after the changes, and compares their rows. */
export const recordChangesSql = (scope: Recorder, changes: readonly ComparedChange[]): Sql => {
  const [values, hasKey] = [changeValues(scope, changes), scope.idempotency !== undefined]
  return Prisma.sql`WITH ${changePartsSql(values, Prisma.sql`true`, hasKey, rowsAfterSql(values, changes))} SELECT 1 AS done`
}

/** Returns the current rows of the changes whose columns are compared; undefined without one. */
const rowsAfterSql = ({ tenantId }: ChangeValues, changes: readonly ComparedChange[]): Sql | undefined => {
  const compared = changes.filter(({ row, before }) => row && before)
  const tables = [...new Set(compared.map(({ row }) => row?.table ?? ''))].sort()
  const rows = tables.map((table) => {
    const ids = compared.flatMap(({ row }) => (row?.table === table ? [row.id] : []))
    return Prisma.sql`SELECT ${table}::text AS "table", r.id::bigint, to_jsonb(r) AS row FROM ${Prisma.raw(table)} r
      WHERE r.tenant_id = ${tenantId}::int AND r.id = ANY (${ids}::bigint[])`
  })
  return rows.length > 0 ? Prisma.join(rows, ' UNION ALL ') : undefined
}

/** What history and events of a request contain, and the Idempotency-Key that they commit. */
interface RecordingValues {
  tenantId: number
  actor: string
  at: Date
  requestId: string
  traceparent: string | null
}

/** The changes that the area lists, and the columns that changed. */
const LISTED = Prisma.sql`CASE WHEN c.before IS NULL THEN c.changes
  ELSE listed_changes(c.action, c.before::jsonb, a.row, c.names, c.changes) END`

type KeyValues = NonNullable<Scope['idempotency']>

export interface ChangeValues extends RecordingValues, Partial<KeyValues> {
  /** The changes as JSON. */
  changes: string
}

export const changeValues = (scope: Recorder, changes: readonly ComparedChange[]): ChangeValues => {
  const rows = changes.map(({ entity, entityId, auditId, action, changes: fields, event, row, before }, n) => ({
    n,
    entity,
    entity_id: entityId,
    audit_id: auditId,
    action,
    changes: fields ?? null,
    kind: event?.kind ?? null,
    payload: event?.payload ?? {},
    origin: event?.origin ?? 'local',
    ...(before && { table: row?.table, row_id: row?.id, before, names: row?.columns ?? {} }),
  }))
  return { ...recordingValues(scope), ...scope.idempotency, changes: JSON.stringify(rows) }
}

const recordingValues = (scope: Recorder): RecordingValues => ({
  tenantId: scope.db.tenantId,
  actor: actorName(scope.actor),
  at: scope.clock.now(),
  requestId: scope.requestId,
  traceparent: getTraceparent(),
})

/**
 * Returns the same as parts of a WITH, for a statement that also makes the change. `happened` is a condition on its
 * other parts: nothing is recorded if it is false.
 *
 * @param after the rows after the changes, if columns are compared: `table`, `id` and `row`.
 */
export const changePartsSql = (
  values: Params<ChangeValues>,
  happened: Sql,
  hasKey: boolean,
  after?: Sql,
): Sql => Prisma.sql`change AS MATERIALIZED (
      SELECT c.entity, c.entity_id, c.audit_id, c.action, ${after ? LISTED : Prisma.sql`c.changes`} AS changes,
        c.kind, c.payload, c.origin
      FROM jsonb_to_recordset(${values.changes}::jsonb) AS c(
        entity text, entity_id bigint, audit_id int, action text, changes jsonb, kind text, payload jsonb, origin text,
        n int, "table" text, row_id bigint, before text, names jsonb)
      ${after ? Prisma.sql`LEFT JOIN (${after}) a ON a."table" = c."table" AND a.id = c.row_id` : Prisma.empty}
      WHERE ${happened} ORDER BY c.n
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
        ${requestId}::text, bounded_changes(changes) FROM change ${hasKey ? settled(values) : Prisma.empty}
    ), emitted AS (
      INSERT INTO outbox_event (tenant_id, kind, entity, entity_id, audit_id, actor, origin, payload, occurred_at,
        traceparent)
      SELECT ${tenantId}::int, kind, entity, entity_id, audit_id, ${actor}::text, origin, payload, ${at}::timestamptz,
        ${traceparent}::text
      FROM change WHERE kind IS NOT NULL
    )`
}

/** Returns the condition that settles the key: a part of a WITH that only reads is not run unless another part uses it. */
const settled = (values: Params<RecordingValues & Partial<KeyValues>>): Sql =>
  Prisma.sql`WHERE (SELECT CASE WHEN EXISTS (SELECT FROM change) THEN ${settledKey(values)} END)`
