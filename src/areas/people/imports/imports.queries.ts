import { findContent, getUpload } from '#areas/integration/files/files.queries'
import type { ImportChoicesInput } from '#contract/people/imports'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { ImportRun } from '#prisma/client'
import { type ByteRange, bytesKey, type FileStore } from '#services/files/file-store'
import type { StoredContent } from '#services/files/send-file'
import { importEvents } from './imports.events.ts'
import { importList } from './imports.listing.ts'
import type { StoredRefusal } from './imports.model.ts'
import { type ImportState, optionsSql, refusalsSql, stateSql } from './imports.sql.ts'
import type { Source } from './tables/source.model.ts'

export const importKind: RecordKind<ImportRun> = {
  entity: 'import',
  table: 'import_run',
  columns: { imported: 'Created', dry_run_id: 'DryRunImportId', file_hash: null, last_line: null, percent: null },
  events: importEvents,
  find: (tx, { tenantId, id }) => tx.importRun.findFirst({ where: { tenantId, id } }),
}

/** Finds an import; null if it does not exist. */
export const findImport = ({ db }: Pick<Scope, 'db'>, id: number): Promise<ImportRun | null> =>
  db.prisma.importRun.findFirst({ where: { tenantId: db.tenantId, id } })

/** Reads the settings of an import, for reading its file again. */
export const readChoices = async ({ db }: Pick<Scope, 'db'>, id: number): Promise<ImportChoicesInput> => {
  const [row] = await db.rows<{ options: ImportChoicesInput }>(optionsSql(db.tenantId, id))
  return row?.options ?? {}
}

/** Reads how far an import has come. @throws 404. */
export const readState = async ({ db }: Pick<Scope, 'db'>, id: number): Promise<ImportState> => {
  const [state] = await db.rows<ImportState>(stateSql(db.tenantId, id))
  if (!state) throw notFound('import')
  return state
}

/** Reads an import in the shape of the list. @throws 404. */
export const readImport = (scope: Scope, id: number): Promise<VersionedRow> =>
  readVersionedRow(scope.db, scope, importList(scope), id, 'import')

/** Rows that are read at once. */
const PAGE = 1000

/** Reads the refused rows of an import in the order of the file, at most `limit`. */
export async function* readRefusals(
  { db }: Pick<Scope, 'db'>,
  importId: number,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoredRefusal[]> {
  let afterLine = 0
  let left = limit
  while (left > 0) {
    const rows = await db.rows<StoredRefusal>(refusalsSql(db.tenantId, importId, afterLine, Math.min(PAGE, left)))
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    afterLine = rows.at(-1)?.line ?? afterLine
    left -= rows.length
  }
}

/** Finds an upload of the caller that no record uses. @throws 422 unknown-reference. */
const findUpload = async (scope: Scope, id: number): Promise<StoredContent> => {
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
export const openUploadSource = (store: FileStore, content: StoredContent): Source => ({
  name: content.name,
  size: content.size,
  open: (range) => readChunks(store, bytesKey(content), range),
})

async function* readChunks(store: FileStore, key: string, range?: ByteRange): AsyncGenerator<Buffer> {
  for await (const chunk of await store.read(key, range)) yield chunk as Buffer
}
