/** What happens to groups of custom fields; payload: Name. */
export const fieldGroupEvents = {
  created: 'customfieldgroup.created',
  updated: 'customfieldgroup.updated',
  deleted: 'customfieldgroup.deleted',
} as const
