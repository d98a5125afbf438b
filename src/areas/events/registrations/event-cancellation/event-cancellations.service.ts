import { eventKind } from '#areas/events/events/events.queries'
import { markCancelled } from '#areas/events/events/events.service'
import { abandonOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import type { EventCancelRequestInput, EventCancellation as Shown } from '#contract/events/cancellations'
import { conflict, insufficientScope, Problem } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord, lockRows } from '#kernel/records/lock'
import type { ExpectedVersion } from '#kernel/records/versions'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { partsWithAll, planCancellation, WHOLE_PRICE, wholeOrder } from '../cancellation/cancelled-parts.model.ts'
import { endRegistrations } from '../cancellation/credited-orders.service.ts'
import { lockEventOrder, type OrderKey, requireReturnable } from '../cancellation/locked-event-orders.service.ts'
import { mailCancelledEvent } from '../mails/cancellation-mails.service.ts'
import { orderParts } from '../orders/order-parts.service.ts'
import { readCancellation, selectUncancelledOrders } from './event-cancellations.queries.ts'

/** The job that cancels the orders of a cancelled event. */
export const CANCEL_EVENT = 'cancel_event'

const NEEDED = 'event-registrations:write'

/**
 * Cancels an event, and starts the job that cancels its orders; or starts it again for those that could not be cancelled.
 *
 * @throws 403 insufficient-scope; 404; 409 event-state, stale-audit-id; 412.
 */
export const cancelEvent = (
  scope: Scope,
  eventId: number,
  { Reason }: EventCancelRequestInput,
  expected: ExpectedVersion,
): Promise<Shown> => {
  if (!hasGrant(scope, NEEDED)) throw insufficientScope(NEEDED)
  requireMoneyGrant(scope)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const event = await lockRecord(scope, tx, eventKind, eventId, expected, 'no key update')
    if (event.status === 'Draft') throw conflict('event-state', 'The event is a draft. Delete it instead.')
    const known = await tx.eventCancellation.findFirst({ where: { tenantId, eventId } })
    if (known && known.finishedAt === null) throw conflict('event-state', 'The event is being cancelled already.')
    const where = selectUncancelledOrders(tenantId, eventId)
    // Orders with a fault were counted before.
    const added = await tx.eventOrder.count({ where: { ...where, cancellationFault: null } })
    await tx.eventOrder.updateMany({ where, data: { cancellationFault: null } })
    const reason = Reason?.trim() || (known?.reason ?? null)
    const orders = (known?.orders ?? 0) + added
    const data = { reason, orders, requestedAt: scope.clock.now(), finishedAt: null }
    const key = { tenantId_eventId: { tenantId, eventId } }
    await tx.eventCancellation.upsert({ where: key, create: { tenantId, eventId, ...data }, update: data })
    await markCancelled(scope, tx, event)
    const job = `${CANCEL_EVENT}:${tenantId}:${eventId}`
    await enqueueJobs(tx, [{ name: CANCEL_EVENT, payload: { tenantId, eventId }, key: job, queue: job }])
    return readCancellation(scope, tx, eventId)
  })
}

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
