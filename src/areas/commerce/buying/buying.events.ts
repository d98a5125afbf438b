/** The events of shipping methods. Payload: name. */
export const shippingMethodEvents = {
  created: 'shippingmethod.created',
  updated: 'shippingmethod.updated',
  deleted: 'shippingmethod.deleted',
} as const

/** The events of orders. Payload: contactId, orderNumber. */
export const orderEvents = {
  created: 'storeorder.created',
  cancelled: 'storeorder.cancelled',
  refunded: 'storeorder.refunded',
  shipped: 'storeorder.shipped',
} as const

/** The events of vouchers. Payload: orderId. */
export const voucherEvents = {
  created: 'storevoucher.created',
  updated: 'storevoucher.updated',
} as const

/** The events of downloads that were bought. Payload: orderId. */
export const downloadEvents = {
  created: 'storedownload.created',
  deleted: 'storedownload.deleted',
} as const
