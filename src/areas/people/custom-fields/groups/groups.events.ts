/** The events of custom field groups. Payload: Name. */
export const fieldGroupEvents = {
  created: 'customfieldgroup.created',
  updated: 'customfieldgroup.updated',
  deleted: 'customfieldgroup.deleted',
} as const
