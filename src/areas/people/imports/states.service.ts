import type { Scope } from '#kernel/tenancy/scope'
import type { ImportRun } from '#prisma/client'
import { ImportMovedError } from './batches/batches.service.ts'
import { NO_COUNTS } from './imports.model.ts'
import { forgetRefusalsSql, type ImportState, lockedStateSql, saveStateSql } from './imports.sql.ts'

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
