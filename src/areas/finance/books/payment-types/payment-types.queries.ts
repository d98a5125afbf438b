import { PAYMENT_TYPES } from './payment-types.model.ts'

/** The name of a payment type; empty if there is none with this id. */
export const paymentTypeName = (id: number): string => PAYMENT_TYPES.find((one) => one.id === id)?.name ?? ''
