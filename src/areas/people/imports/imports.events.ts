/** The events of imports. Payload: Status, IsDryRun and the counts. */
export const importEvents = {
  created: 'import.created',
  updated: 'import.updated',
  deleted: 'import.deleted',
} as const
