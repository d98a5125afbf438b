import { MAX_ID } from '#kernel/database/ids'
import { insufficientScope, notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { fileOwners, uploaderOf } from '#services/files/file-owner'
import type { FileStore } from '#services/files/file-store'
import { readBytes, type StoredContent } from '#services/files/send-file'
import type { ReadAttachments } from '#services/mail/sending/send-mail'
import { fileEvents } from './files.events.ts'
import { fileList } from './files.listing.ts'
import { type CompleteFile, contentOf, isComplete } from './files.model.ts'
import { ownerExistsSql } from './files.sql.ts'

/** Files whose bytes are complete. */
export const fileKind: RecordKind<CompleteFile> = {
  entity: 'file',
  table: 'stored_file',
  columns: { expires_at: null, storage_key: null, sha256: null, state: null },
  events: fileEvents,
  find: async (tx, { tenantId, id }) => {
    const file = await tx.storedFile.findFirst({ where: { tenantId, id, state: 'ready' } })
    return file && isComplete(file) ? file : null
  },
}

/** Returns whether the caller can use an upload. */
export const isOwnUpload = (scope: Scope, { createdBy }: Pick<CompleteFile, 'createdBy'>): boolean =>
  [null, createdBy].includes(uploaderOf(scope))

/**
 * Returns a file that the caller can read: of a record that it can read, or an upload of its own that no record uses yet.
 *
 * @throws 403 if the caller lacks the scope of the record, 404 if the file or the record does not exist.
 */
export const getReadableFile = async (scope: Scope, id: number): Promise<CompleteFile> => {
  const file = await getRecord(scope, fileKind, id)
  if (file.ownerKind === null || file.ownerId === null) {
    if (!isOwnUpload(scope, file)) throw notFound(fileKind.entity)
    return file
  }
  const owner = fileOwners.entries().find(({ kind }) => kind === file.ownerKind)
  if (!owner) throw notFound(fileKind.entity)
  if (!hasGrant(scope, owner.scope)) throw insufficientScope(owner.scope)
  const [found] = await scope.db.rows<{ isThere: boolean }>(ownerExistsSql(scope.db.tenantId, owner, file.ownerId))
  if (!found?.isThere) throw notFound(fileKind.entity)
  return file
}

/** Returns the file of a link, which is all that the caller needs. @throws 404. */
export const getLinkedFile = (scope: Scope, id: number): Promise<CompleteFile> => getRecord(scope, fileKind, id)

/** Reads a file that the caller can read, in the shape of the list. @throws 403, 404. */
export const readFile = async (scope: Scope, id: number): Promise<VersionedRow> => {
  await getReadableFile(scope, id)
  return readVersionedRow(scope.db, scope, fileList(scope), id, fileKind.entity)
}

/** Returns an upload of the caller that no record uses yet. @throws 422 `unknown-reference` naming the field. */
export const getUpload = async (scope: Scope, id: number, pointer: string): Promise<CompleteFile> => {
  const file = id <= MAX_ID ? await fileKind.find(scope.db.prisma, { tenantId: scope.db.tenantId, id }, scope) : null
  if (!file || file.ownerKind !== null || !isOwnUpload(scope, file)) throw unknownReference(pointer, 'upload')
  return file
}

/** A complete file with its id. */
export interface OwnedContent extends StoredContent {
  id: number
}

/** Lists the files of a record with what is needed to send them, by their ids. */
export const listContentsOf = async (
  models: Models,
  tenantId: number,
  { kind: ownerKind, id: ownerId }: { kind: string; id: number },
): Promise<OwnedContent[]> => {
  const where = { tenantId, ownerKind, ownerId, state: 'ready' }
  const found = await models.storedFile.findMany({ where, orderBy: { id: 'asc' } })
  return found.filter(isComplete).map((file) => ({ id: file.id, ...contentOf(file) }))
}

/** Finds a file that a record of the caller's area uses; null if it does not exist. */
export const findContent = async (scope: Scope, id: number): Promise<StoredContent | null> => {
  const file = await fileKind.find(scope.db.prisma, { tenantId: scope.db.tenantId, id }, scope)
  return file && contentOf(file)
}

/** Lists the ids of the files of a record, ascending. */
export const listFileIds = async (
  models: Models,
  tenantId: number,
  { kind: ownerKind, id: ownerId }: { kind: string; id: number },
): Promise<number[]> => {
  const where = { tenantId, ownerKind, ownerId, state: 'ready' }
  const found = await models.storedFile.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  return found.map(({ id }) => id)
}

/** Reads the files that are attached to a mail, in the order of their ids. */
export const readAttachments =
  (store: FileStore): ReadAttachments =>
  async (scope, fileIds) => {
    const attachments = []
    for (const id of fileIds) {
      const file = await findContent(scope, id)
      if (!file) throw notFound(fileKind.entity)
      const content = await readBytes(store, file)
      attachments.push({ name: file.name, mediaType: file.mediaType, content })
    }
    return attachments
  }
