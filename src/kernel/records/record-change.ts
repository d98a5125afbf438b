import type { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import type { Change, Recorder } from './change.ts'
import { recordChangesSql } from './change-sql.ts'
import type { ChangeAction, KindFacts, VersionedRecord } from './record-kind.ts'
import { takeRowBefore } from './rows-before.ts'

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
