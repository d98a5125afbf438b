/** The payment types, which are the same in every tenant. */
export const PAYMENT_TYPES = [
  { id: 1, name: 'Cash' },
  { id: 2, name: 'Check' },
  { id: 3, name: 'Credit card' },
  { id: 4, name: 'ACH' },
  { id: 5, name: 'Trade' },
  { id: 6, name: 'External' },
] as const

/** Returns the name of a payment type; empty if there is none with this id. */
export const getPaymentTypeName = (id: number): string => PAYMENT_TYPES.find((one) => one.id === id)?.name ?? ''
