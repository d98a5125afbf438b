import { eventKind } from '#areas/events/events/events.queries'
import { markCancelled } from '#areas/events/events/events.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import type { EventCancelRequestInput, EventCancellation as Shown } from '#contract/events/cancellations'
import { conflict, insufficientScope } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord } from '#kernel/records/lock'
import type { ExpectedVersion } from '#kernel/records/versions'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { readCancellation, uncancelledOrders } from './event-cancellations.queries.ts'

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
    const where = uncancelledOrders(tenantId, eventId)
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
