import type { Body } from './recipes.ts'
import type { World } from './world.ts'

/** Creates a payment of 60; returns its id. */
export const addPayment = async (world: World, ContactId: number, more: Body = {}): Promise<number> =>
  Number((await world.post('/api/finance/payments/0', { ContactId, Amount: 60, PaymentTypeId: 1, ...more })).PaymentId)
