import { findContent, getUpload } from '#areas/integration/files/files.queries'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import { type ByteRange, bytesKey, type FileStore } from '#services/files/file-store'
import type { StoredContent } from '#services/files/send-file'
import type { Source } from './tables/source.model.ts'

/** Finds an upload of the caller that no record uses. @throws 422 unknown-reference. */
export const findUpload = async (scope: Scope, id: number): Promise<StoredContent> => {
  await getUpload(scope, id, '/FileId')
  return contentOf(scope, id)
}

/** Finds an upload of the caller that no record uses, or the file of a dry run that has ended. @throws 422 unknown-reference. */
export const findImportable = async (scope: Scope, id: number): Promise<StoredContent> =>
  (await findDryRun(scope.db.prisma, scope.db.tenantId, id)) ? contentOf(scope, id) : findUpload(scope, id)

/** Finds the dry run that has ended and has a file: an import can take it over. */
export const findDryRun = (
  reader: Pick<Scope['db']['prisma'], 'importRun'>,
  tenantId: number,
  fileId: number,
): Promise<{ id: number } | null> =>
  reader.importRun.findFirst({
    where: { tenantId, fileId, isDryRun: true, finishedAt: { not: null } },
    select: { id: true },
  })

/** Finds an upload of the caller, or the file of an import. @throws 422 unknown-reference. */
export const findPreviewed = async (scope: Scope, id: number): Promise<StoredContent> => {
  const where = { tenantId: scope.db.tenantId, fileId: id }
  const isImported = (await scope.db.prisma.importRun.findFirst({ where, select: { id: true } })) !== null
  return isImported ? contentOf(scope, id) : findUpload(scope, id)
}

const contentOf = async (scope: Scope, id: number): Promise<StoredContent> => {
  const content = await findContent(scope, id)
  if (!content) throw unknownReference('/FileId', 'upload')
  return content
}

/** Returns the bytes of a file in the store. */
export const uploadSource = (store: FileStore, content: StoredContent): Source => ({
  name: content.name,
  size: content.size,
  open: (range) => readChunks(store, bytesKey(content), range),
})

async function* readChunks(store: FileStore, key: string, range?: ByteRange): AsyncGenerator<Buffer> {
  for await (const chunk of await store.read(key, range)) yield chunk as Buffer
}
