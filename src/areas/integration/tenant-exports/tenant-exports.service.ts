import { releaseFiles } from '#areas/integration/files/attachments.service'
import { discardReserved, reserveFile } from '#areas/integration/files/files.service'
import { conflict } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { TenantExport } from '#prisma/client'
import { KEPT_DAYS } from './tenant-exports.model.ts'
import { tenantExportKind } from './tenant-exports.queries.ts'

/** The job that writes an export. */
export const EXPORT_TENANT = 'export_tenant'

const DAY_MS = 86_400_000

const running = () => conflict('export-running', 'An export of the tenant is not complete. Wait for it, or delete it.')

/** Starts an export: its file is reserved, and a job writes it. @throws 409 `export-running`, 422 `too-many`. */
export const startExport = async (scope: Scope): Promise<TenantExport> => {
  const { db, clock, tenant, actor } = scope
  const { tenantId } = db
  const now = clock.now()
  if ((await db.prisma.tenantExport.count({ where: openSince(scope) })) > 0) throw running()
  const day = now.toISOString().slice(0, 10)
  const file = await reserveFile(scope, { name: `${tenant.key}-${day}.tar`, expiresAt: endOfDay(now) })
  return db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'tenant export')
    await failOldExports(scope, tx)
    if ((await tx.tenantExport.count({ where: { tenantId, finishedAt: null } })) > 0) throw running()
    const data = { tenantId, fileId: file.id, createdBy: actorName(actor), createdAt: now }
    const created = await tx.tenantExport.create({ data })
    await recordExport(scope, tx, created, 'created')
    await enqueueJobs(tx, [
      {
        name: EXPORT_TENANT,
        payload: { tenantId, exportId: created.id },
        key: `${EXPORT_TENANT}:${tenantId}:${created.id}`,
        queue: `${EXPORT_TENANT}:${tenantId}`,
      },
    ])
    return created
  })
}

const endOfDay = (now: Date): Date => new Date(now.getTime() + DAY_MS)

/** Returns the condition of exports that are not complete, and whose file can still be completed. */
const openSince = ({ db, clock }: Scope) => ({
  tenantId: db.tenantId,
  finishedAt: null,
  createdAt: { gt: new Date(clock.now().getTime() - DAY_MS) },
})

/** Ends exports that no job has completed within a day as failed: their files have expired. */
const failOldExports = async (scope: Scope, tx: Transaction): Promise<void> => {
  const { tenantId } = scope.db
  const before = new Date(scope.clock.now().getTime() - DAY_MS)
  const old = await tx.tenantExport.findMany({ where: { tenantId, finishedAt: null, createdAt: { lte: before } } })
  for (const { id } of old)
    await endExport(scope, tx, id, { status: 'Failed', message: 'The export was not complete within a day.' })
}

/** Ends an export, with its event. An export that was ended or deleted stays as it is. */
export const endExport = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  end: { status: 'Completed' } | { status: 'Failed'; message: string },
): Promise<void> => {
  const { tenantId } = scope.db
  const data = { ...end, finishedAt: scope.clock.now(), ...NEXT_VERSION }
  const { count } = await tx.tenantExport.updateMany({ where: { tenantId, id, finishedAt: null }, data })
  if (count === 0) return
  const ended = await tx.tenantExport.findFirstOrThrow({ where: { tenantId, id } })
  await recordExport(scope, tx, ended, 'updated')
}

/** Deletes an export with its archive. The job of one that is not complete stops when it finds no row. @throws 404, 412. */
export const deleteExport = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) =>
    removeExport(scope, tx, await lockRecord(scope, tx, tenantExportKind, id, expected)),
  )

const removeExport = async (scope: Scope, tx: Transaction, found: TenantExport): Promise<void> => {
  const { tenantId } = scope.db
  if (found.finishedAt === null && found.fileId !== null) await discardReserved(scope, tx, found.fileId)
  await releaseFiles(scope, tx, { kind: tenantExportKind.entity, id: found.id })
  await tx.tenantExport.deleteMany({ where: { tenantId, id: found.id } })
  await recordExport(scope, tx, nextVersionOf(found), 'deleted')
}

export const deleteExpiredExports = (scope: Scope): Promise<void> =>
  scope.db.transaction(async (tx) => {
    await failOldExports(scope, tx)
    const before = new Date(scope.clock.now().getTime() - KEPT_DAYS * DAY_MS)
    const where = { tenantId: scope.db.tenantId, finishedAt: { not: null }, createdAt: { lt: before } }
    for (const found of await tx.tenantExport.findMany({ where })) await removeExport(scope, tx, found)
  })

const recordExport = (scope: Scope, tx: Transaction, made: TenantExport, action: ChangeAction): Promise<void> => {
  const { status: Status } = made
  const FileId = Status === 'Completed' ? made.fileId : null
  const details = { payload: { Status, FileId } }
  return recordChange(scope, tx, changeOf(tenantExportKind, made, action, details))
}
