import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { EXPIRE_CART, expireCart } from './carts/locked-carts.service.ts'
import { SETTLE_ORDER, settleOrder } from './orders/settlement.service.ts'

/** The tasks of carts. */
export const buyingTasks: Record<string, Task> = {
  [EXPIRE_CART]: async (context, payload) => {
    const { tenantId, cartId } = payload as { tenantId: number; cartId: number }
    await expireCart(await systemScope(context, tenantId), cartId)
  },
}

/** The tasks that wait for the payment processor. */
export const orderTasks = (tools: ProcessorTools): Record<string, Task> => ({
  [SETTLE_ORDER]: async (context, payload) => {
    const { tenantId, orderId } = payload as { tenantId: number; orderId: number }
    await settleOrder(await systemScope(context, tenantId), tools, orderId)
  },
})
