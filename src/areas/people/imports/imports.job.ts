import { findContent } from '#areas/integration/files/files.queries'
import { Problem } from '#kernel/errors/problem'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope } from '#kernel/outbox/deliver'
import type { Actor, Scope } from '#kernel/tenancy/scope'
import type { ImportRun } from '#prisma/client'
import type { Files } from '#services/files/open-files'
import { addFailures } from '#services/tenant-log/failures'
import { ImportMovedError } from './batches/batches.service.ts'
import { importRows, readFile } from './engine.service.ts'
import { importFailed } from './imports.model.ts'
import { findImport, openUploadSource, readChoices } from './imports.queries.ts'
import { deleteExpiredImports, endImport, RUN_IMPORT } from './imports.service.ts'
import { planImport } from './plans/plans.service.ts'
import { beginState } from './runs.service.ts'

/** Imports files. A job that was killed continues after the last committed rows. */
export const importTasks = ({ files }: { files: Files }): Record<string, Task> => ({
  [RUN_IMPORT]: async (context, payload) => {
    const { tenantId, importId } = payload as { tenantId: number; importId: number }
    const system = await systemScope(context, tenantId)
    const wanted = await findImport(system, importId)
    if (!wanted || wanted.finishedAt !== null) return
    const scope = callerScope(system, wanted)
    try {
      await performImport(scope, files, wanted)
    } catch (error) {
      if (error instanceof ImportMovedError) return
      if (!(error instanceof Problem)) throw error
      await failImport(scope, importId, error.message)
    }
  },
})

/** Acts as the user or key that requested the import, with the scopes that it needs. */
const callerScope = (system: Scope, { createdBy, scopes }: ImportRun): Scope => {
  const [kind = 'system', id = '0'] = createdBy.split(':')
  return { ...system, actor: { kind, id: Number(id) } as Actor, grants: new Set(scopes) }
}

const performImport = async (scope: Scope, files: Files, wanted: ImportRun): Promise<void> => {
  const file = await findContent(scope, wanted.fileId ?? 0)
  if (!file) return failImport(scope, wanted.id, 'The file of the import no longer exists.')
  const state = await beginState(scope, wanted)
  const plan = await planImport(scope, openUploadSource(files.store, file), await readChoices(scope, wanted.id))
  await importRows(scope, { plan, file: await readFile(plan), start: state, onProgress: () => undefined })
  await scope.db.transaction((tx) => endImport(scope, tx, wanted.id, { status: 'Completed' }))
}

const failImport = async (scope: Scope, id: number, message: string): Promise<void> => {
  await scope.db.transaction(async (tx) => {
    if (!(await endImport(scope, tx, id, { status: 'Failed', message }))) return
    await addFailures(scope, tx, [{ kind: importFailed, key: id, what: `The import ${id} failed. ${message}` }])
  })
}

/** Deletes expired imports with their files. */
export const oldImports: NewDayWork = { name: 'old-imports', run: deleteExpiredImports }
