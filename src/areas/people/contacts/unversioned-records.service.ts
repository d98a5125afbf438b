import { notFound } from '#kernel/errors/problem'
import { lockRecordIfPresent } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { ChangeAction, RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

// Tags, categories, role types and certifications have no AuditId. Saves of one kind run one at a time (lockSubject).

/** Returns the record that a save changes; null for id 0, which creates one. Returns 404 if it does not exist. */
export const getForSave = <R>(scope: Scope, tx: Transaction, kind: RecordKind<R>, id: number): Promise<R | null> =>
  id === 0 ? Promise.resolve(null) : getRecord(scope, kind, id, tx)

/** Locks a record without a version, and returns it; 404 if it does not exist. */
export const lockUnversioned = async <R>(
  scope: Scope,
  tx: Transaction,
  kind: RecordKind<R>,
  id: number,
): Promise<R> => {
  const record = await lockRecordIfPresent(scope, tx, kind, id)
  if (!record) throw notFound(kind.noun ?? kind.entity)
  return record
}

/**
 * Writes the history of a record without a version, whose entries have version 0, and the event of its kind.
 *
 * @param payload of the event.
 */
export const recordUnversioned = (
  scope: Scope,
  tx: Transaction,
  kind: Pick<RecordKind<never>, 'entity' | 'events'>,
  id: number,
  action: ChangeAction,
  changes: Prisma.InputJsonObject & { name: string },
  payload: Prisma.InputJsonObject = {},
): Promise<void> => {
  const details = { changes, payload: { Name: changes.name, ...payload } }
  return recordChange(scope, tx, changeOf(kind, { id, auditId: 0 }, action, details))
}
