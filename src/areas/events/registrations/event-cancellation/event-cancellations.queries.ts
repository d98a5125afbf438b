import type { EventCancellation as Shown } from '#contract/events/cancellations'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { formatConfirmationNumber } from '../orders/orders.queries.ts'

const MAX_FAULTS = 1000

/** Returns the orders for an event that are not cancelled. */
export const selectUncancelledOrders = (tenantId: number, eventId: number) => ({
  tenantId,
  eventId,
  state: 'submitted',
  cancelledAt: null,
})

/** Reads how far the cancellation of an event is. @throws 404. */
export const readCancellation = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  eventId: number,
): Promise<Shown> => {
  const found = await tx.eventCancellation.findFirst({ where: { tenantId, eventId } })
  if (!found) throw notFound('cancellation')
  const where = selectUncancelledOrders(tenantId, eventId)
  const left = await tx.eventOrder.count({ where })
  const failed = { ...where, cancellationFault: { not: null } }
  const faults = await tx.eventOrder.findMany({ where: failed, orderBy: { id: 'asc' }, take: MAX_FAULTS })
  const faultCount = await tx.eventOrder.count({ where: failed })
  const { orders, reason, requestedAt, finishedAt } = found
  const ended = faultCount > 0 ? 'CompletedWithFaults' : 'Completed'
  return {
    EventId: eventId,
    Status: finishedAt ? ended : 'Running',
    Reason: reason,
    OrderCount: orders,
    CancelledCount: Math.max(0, orders - left),
    FaultCount: faultCount,
    Faults: faults.map((order) => ({
      OrderId: order.id,
      ConfirmationNumber: formatConfirmationNumber(order),
      Message: order.cancellationFault,
    })),
    StartedDate: requestedAt.toISOString(),
    FinishedDate: finishedAt?.toISOString() ?? null,
  }
}
