import { importTasks } from '#areas/people/imports/imports.job'
import { RUN_IMPORT } from '#areas/people/imports/imports.service'
import { readConfig } from '#kernel/config/config'
import { openFiles } from '#services/files/open-files'
import { type KilledWork, performKilledWork } from '../killed/killed-work.ts'

/** The job of an import, for a test that kills it. */
export interface KilledImportJob extends KilledWork {
  importId: number
  dataDir: string
}

await performKilledWork<KilledImportJob>(async (_scope, { tenantId, importId, dataDir }, context) => {
  const files = await openFiles(readConfig({ GUILDHALL_DATA_DIR: dataDir }))
  await importTasks({ files })[RUN_IMPORT]?.(context, { tenantId, importId })
})
