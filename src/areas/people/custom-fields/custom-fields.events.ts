/** The events of custom fields. Payload: Name, ObjectTypeId. */
export const customFieldEvents = {
  created: 'customfield.created',
  updated: 'customfield.updated',
  deleted: 'customfield.deleted',
} as const
