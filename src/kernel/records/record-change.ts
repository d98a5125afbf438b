import type { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import type { Actor, Scope } from '../tenancy/scope.ts'
import { recordChangesSql } from './change-sql.ts'
import type { ChangeAction, KindFacts, VersionedRecord } from './record-kind.ts'
import { takeRowBefore } from './rows-before.ts'

export interface Change {
  /** The entity of the record's kind: "contact", "signature". */
  entity: string
  entityId: number
  /** The version that this change made. */
  auditId: number
  action: ChangeAction
  /** What the history lists in addition to the columns of the row, or instead of them without a table; never a secret. */
  changes?: Prisma.InputJsonValue
  /** The event for subscribers; absent if the change is visible only inside the area. */
  event?: { kind: string; payload?: Prisma.InputJsonObject; origin?: string }
  /** Its row, whose columns are compared with those of the row that was locked. */
  row?: Pick<KindFacts, 'table' | 'columns'> & { id: number }
}

/** Who makes a change, where and when, for its history; a Scope has it. */
export interface Recorder extends Pick<Scope, 'clock' | 'requestId' | 'idempotency'> {
  actor: Pick<Actor, 'kind' | 'id'>
  db: { readonly tenantId: number }
}

export interface ChangeDetails {
  /** What the history lists in addition to the columns of the row: its parts, or a reason. Never a secret. */
  changes?: Prisma.InputJsonValue
  payload?: Prisma.InputJsonObject
  /** The kind of the event if it is not that of the action; null emits none. */
  eventKind?: string | null
}

/** Describes a change of a record, with the version that it made and the event of its kind. The history gets the columns of its table. */
export const changeOf = (
  { entity, events, table, columns }: Pick<KindFacts, 'entity'> & Partial<KindFacts>,
  { id, auditId }: VersionedRecord,
  action: ChangeAction,
  { changes, payload, eventKind = events?.[action] }: ChangeDetails = {},
): Change => ({
  entity,
  entityId: id,
  auditId,
  action,
  ...(changes !== undefined && { changes }),
  ...(eventKind && { event: { kind: eventKind, ...(payload && { payload }) } }),
  ...(table && columns !== null && { row: { table, id, ...(columns && { columns }) } }),
})

/**
 * Writes the history of a change and its event, in the transaction of the change: no event without a commit, no
 * commit without its event. Also marks the request's Idempotency-Key as committed, so that a crash cannot repeat the
 * change. The record is saved before this, and was locked by the functions of `lock.ts`.
 */
export const recordChange = (scope: Recorder, tx: SqlRunner, change: Change): Promise<void> =>
  recordChanges(scope, tx, [change])

/** Does so for any number of changes, in one statement. */
export const recordChanges = async (scope: Recorder, tx: SqlRunner, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const compared = changes.map((change) => ({ ...change, before: takeRowBefore(tx, change) }))
  await tx.rows(recordChangesSql(scope, compared))
}
