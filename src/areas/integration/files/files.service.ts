import { Readable } from 'node:stream'
import { badInput, conflict, ruleRefused, unavailable } from '#kernel/errors/problem'
import { cleanFileName } from '#kernel/http/file-name'
import { lockRecord, lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, nextVersionOf } from '#kernel/records/record-kind'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoredFile } from '#prisma/client'
import { fileOwners } from '#services/files/file-owner'
import { bytesKey } from '#services/files/file-store'
import type { Files } from '#services/files/open-files'
import { type ReceivedFile, receiveFile, removeReceived } from '#services/files/received-file'
import { readBytes } from '#services/files/send-file'
import { addFailures } from '#services/tenant-log/failures'
import { type CompleteFile, contentOf, fileInfected } from './files.model.ts'
import { fileKind, getReadableFile } from './files.queries.ts'

/** Files of a tenant that no record uses. */
const MAX_UNUSED = 1000
/** No upload takes this long. */
const PENDING_MS = 2 * 3_600_000

/**
 * Stores an upload. Its row is `pending` while the bytes are written: after a crash, a job deletes both.
 *
 * @param sentName the name of the file as the client sent it. @throws 400, 422 `file-infected` or `too-many`, 503.
 */
export const saveUpload = async (
  scope: Scope,
  files: Files,
  upload: ReceivedFile,
  sentName: string | undefined,
): Promise<CompleteFile> => {
  const name = parseName(upload, sentName)
  await requireHarmless(scope, files, upload)
  return storeReceived(scope, files, name, upload)
}

/** Stores a received file as an upload that no record uses. An upload that fails, as on a full disk, leaves nothing: a job deletes it. */
const storeReceived = async (
  scope: Scope,
  files: Files,
  name: string,
  received: ReceivedFile,
): Promise<CompleteFile> => {
  const file = await reserveFile(scope, { name, expiresAt: new Date(scope.clock.now().getTime() + PENDING_MS) })
  try {
    return await completeFile(scope, files, file, received)
  } catch (error) {
    // Where the database fails as well, the row expires.
    await scope.db.transaction((tx) => discardReserved(scope, tx, file.id)).catch(() => undefined)
    throw error
  }
}

const parseName = ({ size }: ReceivedFile, sentName: string | undefined): string => {
  const name = cleanFileName(sentName ?? '')
  if (name === '') throw badInput('query:filename', 'is required: the name of the file')
  if (size === 0) throw badInput('', 'must not be empty')
  return name
}

const requireHarmless = async (scope: Scope, { scan }: Files, { path }: ReceivedFile): Promise<void> => {
  const found = await scan.scan(path).catch((error: unknown) => {
    throw unavailable('The virus scan is unavailable, so no file can be uploaded. Retry later.', error)
  })
  if (found === null) return
  scope.log.warn({ found, tenant: scope.tenant.key, actor: actorName(scope.actor) }, 'an infected file was rejected')
  const what = `The virus scan found ${found} in an uploaded file. It was not stored.`
  const details = { Found: found, Actor: actorName(scope.actor) }
  await scope.db.transaction((tx) => addFailures(scope, tx, [{ kind: fileInfected, key: null, what, details }]))
  throw ruleRefused('file-infected', `The virus scan found ${found} in the file. It was not stored.`)
}

/**
 * Reserves a file whose bytes follow, in a transaction of its own. Nothing shows it before completeFile.
 *
 * @param expiresAt after which it is deleted if its bytes have not followed. @throws 422 `too-many`.
 */
export const reserveFile = async (
  { db, actor }: Scope,
  { name, expiresAt }: Pick<StoredFile, 'name'> & { expiresAt: Date },
): Promise<StoredFile> => {
  const { tenantId } = db
  const unused = await db.prisma.storedFile.count({
    where: { tenantId, ownerKind: null, state: { not: 'deleting' } },
    take: MAX_UNUSED,
  })
  if (unused >= MAX_UNUSED)
    throw ruleRefused('too-many', `The tenant has ${MAX_UNUSED} files that no record uses. Use or delete some first.`)
  return db.prisma.storedFile.create({ data: { tenantId, name, createdBy: actorName(actor), expiresAt } })
}

/** Stores the bytes of a reserved file and makes it complete. @throws 503. */
export const completeFile = async (
  scope: Scope,
  { store, unusedMs }: Pick<Files, 'store' | 'unusedMs'>,
  file: StoredFile,
  { path, size, sha256, mediaType }: ReceivedFile,
): Promise<CompleteFile> => {
  await store.put(bytesKey(file), { path, size }).catch((error: unknown) => {
    throw unavailable('The file store is unavailable, so the file was not stored. Retry later.', error)
  })
  const { tenantId, id } = file
  const expiresAt = new Date(scope.clock.now().getTime() + unusedMs)
  return scope.db.transaction(async (tx) => {
    // Fences an upload that took so long that the job already deletes its bytes.
    const data = { state: 'ready', size, sha256, mediaType, expiresAt }
    const { count } = await tx.storedFile.updateMany({ where: { tenantId, id, state: 'pending' }, data })
    if (count === 0) throw unavailable('The upload took too long and was deleted. Send the file again.')
    const saved = { ...file, ...data, size }
    await recordFile(scope, tx, saved, 'created')
    return saved
  })
}

/** Deletes a file that was reserved, complete or not, and that no record uses: a job deletes what was stored. */
export const discardReserved = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, id, ownerKind: null }
  const { count } = await tx.storedFile.updateMany({
    where: { ...where, state: 'pending' },
    data: { state: 'deleting', expiresAt: scope.clock.now() },
  })
  if (count > 0) return
  const file = await lockRecordIfPresent(scope, tx, fileKind, id)
  if (file?.ownerKind === null) await markDeleting(scope, tx, file)
}

/** Deletes an upload that no record uses. @throws 404, 409 `in-use`, 412. */
export const deleteFile = async (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> => {
  await getReadableFile(scope, id)
  await scope.db.transaction(async (tx) => {
    const file = await lockRecord(scope, tx, fileKind, id, expected)
    await requireUnused(scope, tx, fileKind, file)
    if (file.ownerKind !== null) throw conflict('in-use', remedyOf(file.ownerKind))
    await markDeleting(scope, tx, file)
  })
}

const remedyOf = (ownerKind: string): string =>
  fileOwners.entries().find(({ kind }) => kind === ownerKind)?.remedy ??
  'The file belongs to another record. Remove it there.'

/** Reads the bytes of a file, which the limit of uploads bounds. @throws 503. */
export const readUpload = async ({ store }: Pick<Files, 'store'>, file: CompleteFile): Promise<Buffer> =>
  readBytes(store, contentOf(file))

/**
 * Stores a file that the server made, such as a converted picture. It is an upload of the caller until a record uses it.
 *
 * @throws 422 `too-many`, 503.
 */
export const storeMadeFile = async (scope: Scope, files: Files, name: string, bytes: Buffer): Promise<CompleteFile> => {
  const received = await receiveFile(Readable.from([bytes]), files.uploads.folder, bytes.length)
  try {
    return await storeReceived(scope, files, name, received)
  } finally {
    await removeReceived(received.path)
  }
}

/** Marks a file as deleted: from now on it does not exist, and a job deletes its bytes and its row. */
export const markDeleting = async (scope: Scope, tx: Transaction, file: CompleteFile): Promise<void> => {
  const { tenantId, id } = file
  await tx.storedFile.update({
    where: { tenantId_id: { tenantId, id } },
    data: { state: 'deleting', ownerKind: null, ownerId: null, expiresAt: scope.clock.now() },
  })
  await recordFile(scope, tx, nextVersionOf(file), 'deleted')
}

const recordFile = (scope: Scope, tx: Transaction, file: CompleteFile, action: ChangeAction): Promise<void> => {
  const payload = { Name: file.name }
  return recordChange(scope, tx, changeOf(fileKind, file, action, { payload }))
}
