import { createHash } from 'node:crypto'
import type { Scope } from '#kernel/tenancy/scope'
import type { ImportRun } from '#prisma/client'
import { ImportMovedError } from './batches/batches.service.ts'
import { NO_COUNTS } from './imports.model.ts'
import { endImport, importData, recordImport } from './imports.service.ts'
import { forgetRefusalsSql, type ImportState, lockedStateSql, saveStateSql } from './imports.sql.ts'
import type { ImportPlan } from './plans/plans.service.ts'

/**
 * Marks an import as running and returns how far it has come. Waits for a batch that is being committed: the server may
 * still commit it after its process was killed. A dry run begins again, because what it found before is not stored.
 *
 * @throws ImportMovedError if the import has ended.
 */
export const beginState = (scope: Scope, { id, isDryRun }: Pick<ImportRun, 'id' | 'isDryRun'>): Promise<ImportState> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const [found] = await tx.rows<ImportState>(lockedStateSql(tenantId, id))
    if (found?.status !== 'Queued' && found?.status !== 'Running')
      throw new ImportMovedError('The import has ended, or was deleted.')
    await tx.importRun.updateMany({
      where: { tenantId, id, status: 'Queued' },
      data: { status: 'Running', startedAt: scope.clock.now() },
    })
    if (!isDryRun) return { ...found, status: 'Running' }
    const fresh = { ...found, ...NO_COUNTS, status: 'Running', lastLine: 0, percent: 0, reasons: [] }
    await tx.rows(forgetRefusalsSql(tenantId, id))
    await tx.rows(saveStateSql(tenantId, fresh))
    return fresh
  })

/**
 * Opens the import of a file of the command line. The same file with the same options continues the import that was
 * stopped. A dry run is always a new one.
 */
export const openFileImport = async (scope: Scope, plan: ImportPlan): Promise<ImportRun> => {
  const { tenantId } = scope.db
  const fileHash = plan.settings.IsDryRun ? null : identityOf(plan)
  return scope.db.transaction(async (tx) => {
    const known = fileHash === null ? null : await tx.importRun.findFirst({ where: { tenantId, fileHash } })
    if (known?.status === 'Completed' || known?.status === 'Running') return known
    const key = known && { tenantId_id: { tenantId, id: known.id } }
    if (key) return tx.importRun.update({ where: key, data: { status: 'Running', finishedAt: null, message: null } })
    const data = { ...importData(scope, plan), fileHash, status: 'Running', startedAt: scope.clock.now() }
    const created = await tx.importRun.create({ data })
    await recordImport(scope, tx, created, 'created')
    return created
  })
}

// A file has the identity that it had before an option was added, unless that has another value than its default.
const identityOf = ({ table, columns, settings, dateOrder }: ImportPlan): string => {
  const { Sheet, SharedAddress, Century, NameOrder, DateOrders, ...others } = settings
  const options = { ...others, DateOrder: dateOrder }
  const chosen = {
    ...(SharedAddress !== 'refuse' && { SharedAddress }),
    ...(Century !== null && { Century }),
    ...(NameOrder !== null && { NameOrder }),
    ...(DateOrders.length > 0 && { DateOrders }),
  }
  const added = [...(Sheet ? [Sheet] : []), ...(Object.keys(chosen).length > 0 ? [chosen] : [])]
  return createHash('sha256')
    .update(JSON.stringify([table.hash, columns.fields, options, ...added]))
    .digest('hex')
}

export const completeFileImport = async (scope: Scope, { id }: ImportRun): Promise<void> => {
  await scope.db.transaction((tx) => endImport(scope, tx, id, { status: 'Completed' }))
}
