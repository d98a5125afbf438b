import type { CronTask } from '#kernel/jobs/cron'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { withRows } from '#kernel/tenancy/tenant-db'
import { bytesKey, type FileStore } from '#services/files/file-store'
import { isComplete } from './files.model.ts'
import { markDeleting } from './files.service.ts'
import { lockExpiredFilesSql, tenantsWithExpiredFilesSql } from './files.sql.ts'

export const DELETE_FILES = 'delete_files'

/** Rows that are looked at in one run, for the tenants to add a job for. */
const MAX_ROWS = 10_000
/** Files per transaction. */
const BATCH = 100

/** Adds a job for each tenant that has files to delete. */
export const fileCleanup: CronTask = {
  name: 'file-cleanup',
  at: '*/5 * * * *',
  task: async ({ database: { system }, clock }) => {
    const found = await withRows(system).rows<{ tenantId: number }>(tenantsWithExpiredFilesSql(clock.now(), MAX_ROWS))
    const jobs = found.map(({ tenantId }) => ({
      name: DELETE_FILES,
      payload: { tenantId },
      key: `${DELETE_FILES}:${tenantId}`,
      queue: `${DELETE_FILES}:${tenantId}`,
    }))
    await enqueueJobs(withRows(system), jobs)
  },
}

/**
 * Deletes the expired files of a tenant: uploads that no record uses, those that were never completed, and those that were
 * deleted. The row ends after its bytes, so a job that was killed continues.
 */
export const deleteFiles =
  (store: FileStore): Task =>
  async (context, payload) => {
    const { tenantId } = payload as { tenantId: number }
    const scope = await systemScope(context, tenantId)
    while ((await expireBatch(scope)) > 0);
    let deleted = 0
    for (let batch = await deleteBatch(scope, store); batch > 0; batch = await deleteBatch(scope, store))
      deleted += batch
    if (deleted > 0) context.log.info({ tenant: tenantId, deleted }, 'files deleted')
  }

/** Marks expired files, so that no record can begin to use them while their bytes are deleted. */
const expireBatch = ({ db, ...scope }: Scope): Promise<number> =>
  db.transaction(async (tx) => {
    const { tenantId } = db
    const found = await tx.rows<{ id: number }>(lockExpiredFilesSql(tenantId, scope.clock.now(), BATCH))
    const ids = found.map(({ id }) => id)
    const files = await tx.storedFile.findMany({ where: { tenantId, id: { in: ids } } })
    for (const file of files.filter(isComplete)) await markDeleting({ ...scope, db }, tx, file)
    const data = { state: 'deleting' }
    await tx.storedFile.updateMany({ where: { tenantId, id: { in: ids }, state: 'pending' }, data })
    return ids.length
  })

const deleteBatch = async ({ db }: Scope, store: FileStore): Promise<number> => {
  const { tenantId } = db
  const where = { tenantId, state: 'deleting' }
  const files = await db.prisma.storedFile.findMany({ where, orderBy: { id: 'asc' }, take: BATCH })
  for (const file of files) {
    await store.delete(bytesKey(file))
    await db.prisma.storedFile.deleteMany({ where: { ...where, id: file.id } })
  }
  return files.length
}
