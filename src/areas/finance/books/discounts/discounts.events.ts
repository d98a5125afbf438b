/** The events of discounts. Payload: name. */
export const discountEvents = {
  created: 'discount.created',
  updated: 'discount.updated',
  deleted: 'discount.deleted',
} as const
