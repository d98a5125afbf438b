import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** An import ended early. */
export const importFailed: FailureKind = {
  name: 'importFailed',
  level: 'Error',
  logType: 'Import',
  entityType: 'import',
  meaning: 'An import of a file ended early.',
  remedy: 'Start it again with the file. Rows that were imported stay.',
}
