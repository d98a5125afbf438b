import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { EXPIRE_EVENT_CART, expireCart } from './carts/cart-expiry.service.ts'

/** The tasks of registration. */
export const registrationTasks: Record<string, Task> = {
  [EXPIRE_EVENT_CART]: async (context, payload) => {
    const { tenantId, cartId } = payload as { tenantId: number; cartId: number }
    await expireCart(await systemScope(context, tenantId), cartId)
  },
}
