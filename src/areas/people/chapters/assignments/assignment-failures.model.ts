import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** An assignment by postal code ended early. */
export const assignmentFailed: FailureKind = {
  name: 'assignmentFailed',
  level: 'Error',
  logType: 'Chapter',
  entityType: 'chapter-assignment',
  meaning: 'An assignment of contacts to chapters by postal code ended early.',
  remedy:
    'Start it again: contacts that were assigned stay assigned. If it fails again, ask the operator of the server.',
}
