/** The events of shipping methods. Payload: name. */
export const shippingMethodEvents = {
  created: 'shippingmethod.created',
  updated: 'shippingmethod.updated',
  deleted: 'shippingmethod.deleted',
} as const
