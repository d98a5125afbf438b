/** The events of store items, with their sub-items and images. Payload: name. */
export const storeItemEvents = {
  created: 'storeitem.created',
  updated: 'storeitem.updated',
  deleted: 'storeitem.deleted',
} as const

/** The events of lots of stock. Payload: storeItemId, storeSubItemId, quantity. */
export const storeLotEvents = {
  created: 'storelot.created',
  updated: 'storelot.updated',
  deleted: 'storelot.deleted',
} as const
