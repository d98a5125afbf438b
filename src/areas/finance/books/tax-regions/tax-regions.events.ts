/** The events of tax regions. Payload: name. */
export const taxRegionEvents = {
  created: 'taxregion.created',
  updated: 'taxregion.updated',
  deleted: 'taxregion.deleted',
} as const
