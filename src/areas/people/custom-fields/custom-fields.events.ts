/** What happens to custom fields; payload: Name and ObjectTypeId. */
export const customFieldEvents = {
  created: 'customfield.created',
  updated: 'customfield.updated',
  deleted: 'customfield.deleted',
} as const
