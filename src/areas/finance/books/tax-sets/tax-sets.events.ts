/** The events of tax sets. Payload: name. */
export const taxSetEvents = {
  created: 'taxset.created',
  updated: 'taxset.updated',
  deleted: 'taxset.deleted',
} as const
