import type { Area } from '#areas/area'
import { invoiceOwners } from '#areas/finance/books/invoices/dependents.queries'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { downloadEvents, orderEvents, shippingMethodEvents, voucherEvents } from './buying.events.ts'
import { buying } from './buying.routes.ts'
import { buyingUses } from './buying.uses.ts'
import { EXPIRE_CART, expireCart } from './carts/locked-carts.service.ts'
import { cartDays } from './carts/old-carts.job.ts'
import { readOrder } from './orders/orders.queries.ts'
import { orderInvoiceOwner } from './orders/orders.service.ts'
import { SETTLE_ORDER, settleOrder } from './orders/settlement.service.ts'
import { readShippingMethod } from './shipping-methods/shipping-methods.queries.ts'
import { voucherDays } from './vouchers/voucher-liability.job.ts'
import { readVoucher } from './vouchers/vouchers.queries.ts'

const buyingTasks: Record<string, Task> = {
  [EXPIRE_CART]: async (context, payload) => {
    const { tenantId, cartId } = payload as { tenantId: number; cartId: number }
    await expireCart(await systemScope(context, tenantId), cartId)
  },
}

/** Returns the tasks that wait for the payment processor. */
const orderTasks = (tools: ProcessorTools): Record<string, Task> => ({
  [SETTLE_ORDER]: async (context, payload) => {
    const { tenantId, orderId } = payload as { tenantId: number; orderId: number }
    await settleOrder(await systemScope(context, tenantId), tools, orderId)
  },
})

export const buyingArea: Area = {
  routes: [buying],
  events: [
    ...changes('store', 'Shipping method', shippingMethodEvents),
    ...kinds('store', {
      [orderEvents.created]: 'Store order created',
      [orderEvents.cancelled]: 'Store order cancelled',
      [orderEvents.refunded]: 'Store order refunded',
      [orderEvents.shipped]: 'Store order shipped',
    }),
    ...changes('store', 'Store voucher', voucherEvents),
    ...kinds('store', {
      [downloadEvents.created]: 'Download sold',
      [downloadEvents.deleted]: 'Download revoked',
    }),
  ],
  shapes: {
    storeorder: written('store:read', (scope, id) => readOrder(scope, id)),
    storevoucher: written('store:read', (scope, id) => readVoucher(scope, id)),
    shippingmethod: written('store:read', (scope, id) => readShippingMethod(scope, id)),
  },
  uses: buyingUses,
  tasks: buyingTasks,
  outsideTasks: orderTasks,
  days: [cartDays, voucherDays],
  additions: [
    addTo(
      contactMoves,
      { kind: 'storeCarts', table: 'store_cart', column: 'contact_id', meaning: 'data' },
      { kind: 'storeOrders', table: 'store_purchase', column: 'contact_id', meaning: 'data' },
    ),
    addTo(invoiceOwners, orderInvoiceOwner),
  ],
}
