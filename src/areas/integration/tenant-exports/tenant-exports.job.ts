import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { attachFile } from '#areas/integration/files/attachments.service'
import { completeFile } from '#areas/integration/files/files.service'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import { lockRecord } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma, StoredFile, TenantExport } from '#prisma/client'
import type { ArchiveProgress } from '#services/archive/archive-format'
import { exportTenant } from '#services/archive/export-tenant'
import { bytesKey } from '#services/files/file-store'
import type { Files } from '#services/files/open-files'
import { type ReceivedFile, removeReceived } from '#services/files/received-file'
import { findTenantExport, tenantExportKind } from './tenant-exports.queries.ts'
import { deleteExpiredExports, EXPORT_TENANT, endExport } from './tenant-exports.service.ts'

/** Milliseconds between two updates of the progress. */
const UPDATE_MS = 1000

/** Writes exports. A job that was killed begins again: the archive is of one moment. */
export const tenantExportTasks = ({ files }: { files: Files }): Record<string, Task> => ({
  [EXPORT_TENANT]: async (context, payload) => {
    const { tenantId, exportId } = payload as { tenantId: number; exportId: number }
    const scope = await systemScope(context, tenantId)
    const wanted = await findTenantExport(scope, exportId)
    if (!wanted || wanted.finishedAt !== null) return
    try {
      await writeExport(context, scope, files, wanted)
    } catch (error) {
      if ((await findTenantExport(scope, exportId)) === null) {
        context.log.info({ tenant: tenantId, export: exportId }, 'an export of a tenant was cancelled')
        return
      }
      context.log.error({ err: error, tenant: tenantId, export: exportId }, 'an export of a tenant failed')
      const message = 'The export failed unexpectedly. Start another one, or ask the operator for the log.'
      await scope.db.transaction((tx) => endExport(scope, tx, exportId, { status: 'Failed', message }))
    }
  },
})

const writeExport = async (context: WorkContext, scope: Scope, files: Files, wanted: TenantExport): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const file = await prisma.storedFile.findFirst({ where: { tenantId, id: wanted.fileId ?? 0 } })
  if (!file || file.state === 'deleting') throw new Error('The file of the export has expired')
  if (file.state === 'pending') {
    await updateExport(scope, wanted.id, { status: 'Running' })
    const path = join(files.uploads.folder, `${randomUUID()}.tar`)
    await mkdir(files.uploads.folder, { recursive: true, mode: 0o700 })
    try {
      const onProgress = progressOf(scope, wanted.id)
      const { database } = context
      const { bytes: size, sha256 } = await exportTenant({
        database,
        store: files.store,
        tenantId,
        path,
        now: scope.clock.now(),
        onProgress,
      })
      await storeArchive(scope, files, wanted, {
        file,
        received: { path, size, sha256, mediaType: 'application/x-tar' },
      })
    } finally {
      await removeReceived(path)
    }
  }
  await scope.db.transaction(async (tx) => {
    // A deletion waits for the row until it can delete the complete archive.
    await lockRecord(scope, tx, tenantExportKind, wanted.id)
    const owner = { kind: tenantExportKind.entity, id: wanted.id, contactId: null }
    await attachFile(scope, tx, { fileId: file.id, pointer: '' }, owner)
    await endExport(scope, tx, wanted.id, { status: 'Completed' })
  })
}

/**
 * Stores the bytes of an export. Those of an export that was cancelled before that belong to no row: they are deleted
 * here.
 */
const storeArchive = async (
  scope: Scope,
  files: Files,
  { id }: TenantExport,
  { file, received }: { file: StoredFile; received: ReceivedFile },
): Promise<void> => {
  try {
    await completeFile(scope, files, file, received)
  } catch (error) {
    if ((await findTenantExport(scope, id)) === null) await files.store.delete(bytesKey(file))
    throw error
  }
}

/** Stores the progress, at most once a second and at the end. */
const progressOf = (scope: Scope, id: number): ((progress: ArchiveProgress) => Promise<void>) => {
  let stored = 0
  return async ({ done, total }) => {
    if (done < total && Date.now() - stored < UPDATE_MS) return
    stored = Date.now()
    await updateExport(scope, id, { recordsDone: done, recordsTotal: total })
  }
}

/** @throws if the export was cancelled: then its row does not exist. */
const updateExport = async (
  { db: { prisma, tenantId } }: Scope,
  id: number,
  data: Prisma.TenantExportUpdateManyMutationInput,
): Promise<void> => {
  const { count } = await prisma.tenantExport.updateMany({ where: { tenantId, id }, data })
  if (count === 0) throw new Error('The export was cancelled')
}

/** Deletes expired exports with their archives. */
export const oldTenantExports: NewDayWork = { name: 'old-tenant-exports', run: deleteExpiredExports }
