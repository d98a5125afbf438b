import { MAX_ID } from '#kernel/database/ids'
import { ruleRefused } from '#kernel/errors/problem'
import { lockRecordIfPresent } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import { usesOf } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type CompleteFile, isComplete } from './files.model.ts'
import { fileKind, isOwnUpload, listFileIds } from './files.queries.ts'
import { markDeleting } from './files.service.ts'
import { unusedFilesSql } from './files.sql.ts'

/** The record that owns a file, and the contact that it belongs to. */
export interface OwnerKey {
  kind: string
  id: number
  contactId: number | null
}

/**
 * Makes an upload of the caller belong to a record, in the transaction of its save. A file that already does stays. The
 * change is one of the record, whose history contains it: the file itself never changes.
 *
 * @param pointer of the field that contains the id. @throws 422 `unknown-reference` or `file-taken`.
 */
export const attachFile = async (
  scope: Scope,
  tx: Transaction,
  { fileId, pointer }: { fileId: number; pointer: string },
  { kind: ownerKind, id: ownerId, contactId }: OwnerKey,
): Promise<CompleteFile> => {
  const file = await lockFile(scope, tx, fileId)
  if (file?.ownerKind === ownerKind && file.ownerId === ownerId) return file
  if (!file || (file.ownerKind === null && !isOwnUpload(scope, file))) throw unknownReference(pointer, 'upload')
  if (file.ownerKind !== null) throw fileTaken(pointer)
  const saved = await tx.storedFile.update({
    where: { tenantId_id: { tenantId: file.tenantId, id: file.id } },
    data: { ownerKind, ownerId, contactId, expiresAt: null },
  })
  if (!isComplete(saved)) throw unknownReference(pointer, 'upload')
  return saved
}

/**
 * Makes the file of one record belong to another, in the transaction of its save.
 *
 * @param pointer of the field that contains the id. @throws 422 `file-taken` if the first record no longer has it.
 */
export const moveFile = async (
  scope: Scope,
  tx: Transaction,
  { fileId, pointer }: { fileId: number; pointer: string },
  from: Pick<OwnerKey, 'kind' | 'id'>,
  { kind: ownerKind, id: ownerId, contactId }: OwnerKey,
): Promise<void> => {
  const file = await lockFile(scope, tx, fileId)
  if (file?.ownerKind !== from.kind || file.ownerId !== from.id) throw fileTaken(pointer)
  const where = { tenantId_id: { tenantId: file.tenantId, id: file.id } }
  await tx.storedFile.update({ where, data: { ownerKind, ownerId, contactId } })
}

const fileTaken = (pointer: string) =>
  ruleRefused('file-taken', 'The file belongs to another record.', [
    { pointer, message: 'must be a file that no other record uses' },
  ])

const lockFile = (scope: Scope, tx: Transaction, id: number): Promise<CompleteFile | null> =>
  id <= MAX_ID ? lockRecordIfPresent(scope, tx, fileKind, id, 'no key update') : Promise.resolve(null)

/** Deletes the files of a record that nothing uses any more, in the transaction that removes them from it. */
export const releaseFiles = async (
  scope: Scope,
  tx: Transaction,
  owner: Pick<OwnerKey, 'kind' | 'id'>,
): Promise<void> => {
  const found = await tx.rows<{ id: number }>(unusedFilesSql(scope, owner, usesOf(fileKind.entity)))
  for (const { id } of found) await releaseFile(scope, tx, id)
}

/** Deletes a file that its record no longer uses, in the transaction that removes it from the record. */
export const releaseFile = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const file = await lockFile(scope, tx, id)
  if (file) await markDeleting(scope, tx, file)
}

/** Deletes an upload of the caller that was converted to another file. */
export const discardUpload = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const file = await lockFile(scope, tx, id)
  if (file?.ownerKind === null) await markDeleting(scope, tx, file)
}

/**
 * Deletes an upload of the caller that a record has used up. Of two requests with the same upload, one is rejected.
 *
 * @throws 422 `unknown-reference`.
 */
export const consumeUpload = async (
  scope: Scope,
  tx: Transaction,
  { fileId, pointer }: { fileId: number; pointer: string },
): Promise<void> => {
  const file = await lockFile(scope, tx, fileId)
  if (file?.ownerKind !== null || !isOwnUpload(scope, file)) throw unknownReference(pointer, 'upload')
  await markDeleting(scope, tx, file)
}

/**
 * Makes a record have exactly these files: attaches uploads of the caller, and deletes the others. Returns the ids,
 * ascending.
 *
 * @param pointer of the list of ids. @throws 422 `unknown-reference` or `file-taken`.
 */
export const setFiles = async (
  scope: Scope,
  tx: Transaction,
  owner: OwnerKey,
  ids: readonly number[],
  pointer: string,
): Promise<number[]> => {
  const before = await listFileIds(tx, scope.db.tenantId, owner)
  for (const [index, fileId] of ids.entries())
    if (!before.includes(fileId)) await attachFile(scope, tx, { fileId, pointer: `${pointer}/${index}` }, owner)
  for (const id of before.filter((one) => !ids.includes(one))) await releaseFile(scope, tx, id)
  return [...new Set(ids)].sort((one, other) => one - other)
}
