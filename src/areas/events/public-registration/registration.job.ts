import { EXPIRE_EVENT_CART } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { SETTLE_EVENT_ORDER, settleEventOrder } from '#areas/events/registrations/payment/settlement.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { expireCart } from './carts/cart-expiry.service.ts'
import { COMPLETE_HOSTED_ORDER, completeHostedOrder, type HostedOrder } from './submission/hosted-orders.service.ts'

export const registrationTasks: Record<string, Task> = {
  [EXPIRE_EVENT_CART]: async (context, payload) => {
    const { tenantId, cartId } = payload as { tenantId: number; cartId: number }
    await expireCart(await systemScope(context, tenantId), cartId)
  },
}

/** Returns the tasks of orders of events, which wait for the payment processor. */
export const eventOrderTasks = (tools: ProcessorTools): Record<string, Task> => ({
  [SETTLE_EVENT_ORDER]: async (context, payload) => {
    const { tenantId, orderId } = payload as { tenantId: number; orderId: number }
    await settleEventOrder(await systemScope(context, tenantId), tools, orderId)
  },
  [COMPLETE_HOSTED_ORDER]: async (context, payload) => {
    const { tenantId, ...order } = payload as HostedOrder & { tenantId: number }
    await completeHostedOrder(await systemScope(context, tenantId), tools, order)
  },
})
