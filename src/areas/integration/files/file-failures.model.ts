import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** An uploaded file is infected. */
export const fileInfected: FailureKind = {
  name: 'fileInfected',
  level: 'Warning',
  logType: 'File',
  entityType: null,
  meaning: 'The virus scan rejected an uploaded file.',
  remedy: 'Check the computer that sent it.',
}
