import type { FailureKind } from '#services/tenant-log/failure-kinds'
import { tenantExportEvents } from './tenant-exports.events.ts'

/** An export was not completed. */
export const exportFailed: FailureKind = {
  name: 'exportFailed',
  level: 'Error',
  logType: 'Export',
  entityType: 'tenant-export',
  meaning: 'An export of the tenant was not completed.',
  remedy: 'Start another one. If it fails again, ask the operator of the server.',
  reportedBy: {
    kinds: [tenantExportEvents.updated],
    isConditional: true,
    describe: (id) => ({ key: id, what: `The export ${id} was not completed.` }),
  },
}
