import { abandonOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { Problem } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { partsWithAll, planCancellation, wholeOrder } from '../cancellation/cancelled-parts.model.ts'
import { endRegistrations } from '../cancellation/ended-registrations.service.ts'
import { lockEventOrder, type OrderKey, requireReturnable } from '../cancellation/locked-event-orders.service.ts'
import { WHOLE_PRICE } from '../cancellation/refund-plan.model.ts'
import { mailCancelledEvent } from '../mails/cancellation-mails.service.ts'
import { orderParts } from '../orders/order-parts.service.ts'

/**
 * Cancels the orders of a cancelled event with their whole price, each in its own transaction, so that a killed job continues
 * after the last one. An order that cannot be cancelled keeps the reason. Open offers of the waiting list end too, and sponsors
 * without an order.
 */
export const cancelOrdersOfEvent = async (scope: Scope, eventId: number): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, eventId }
  const cancellation = await prisma.eventCancellation.findFirst({ where })
  if (!cancellation || cancellation.finishedAt !== null) return
  await abandonPayments(scope, eventId)
  for (;;) {
    const next = await prisma.eventOrder.findFirst({
      where: {
        ...where,
        cancelledAt: null,
        cancellationFault: null,
        OR: [{ state: 'submitted' }, { state: 'cart', isOffer: true }],
      },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    if (!next) break
    await cancelOne(scope, { eventId, id: next.id }, cancellation.reason)
  }
  for (const { cancelWithoutOrder } of orderParts.entries()) await cancelWithoutOrder?.(scope, eventId)
  await prisma.eventCancellation.updateMany({ where, data: { finishedAt: scope.clock.now() } })
}

/** Ends the payments of carts that are under way: their pages are closed, and what was authorized is released. */
const abandonPayments = async (scope: Scope, eventId: number): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, eventId, state: { not: 'submitted' }, attempts: { some: { state: 'open' } } }
  for (const { id } of await prisma.eventOrder.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })) {
    await scope.db.transaction(async (tx) => {
      await lockRows(scope, tx, { table: 'event_order' }, [id])
      await abandonOpenAttempt(scope, tx, { eventOrderId: id })
    })
  }
}

const cancelOne = async (scope: Scope, key: OrderKey, reason: string | null): Promise<void> => {
  try {
    await scope.db.transaction((tx) => cancelLocked(scope, tx, key, reason))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const where = { tenantId: scope.db.tenantId, id: key.id, cancelledAt: null }
    await scope.db.prisma.eventOrder.updateMany({ where, data: { cancellationFault: error.message } })
  }
}

const cancelLocked = async (scope: Scope, tx: Transaction, key: OrderKey, reason: string | null): Promise<void> => {
  const order = await lockEventOrder(scope, tx, key)
  const isOffer = order.state === 'cart' && order.isOffer
  if (order.cancelledAt !== null || (order.state !== 'submitted' && !isOffer)) return
  if (!isOffer) await requireReturnable(scope, tx, order, true)
  const parts = isOffer ? partsWithAll(order, order.registrations) : wholeOrder(order)
  const plan = planCancellation(order, parts, WHOLE_PRICE)
  const credited = await endRegistrations(scope, tx, order, plan)
  await mailCancelledEvent(scope, tx, order.id, { plan, reason, credited })
}
