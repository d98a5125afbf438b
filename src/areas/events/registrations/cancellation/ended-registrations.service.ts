import { cancelLockedSponsor } from '#areas/events/event-sponsors/sponsor-statuses.service'
import { exhibitorChange } from '#areas/events/exhibitors/exhibitor-changes.service'
import { exhibitorEvents } from '#areas/events/exhibitors/exhibitors.events'
import { enqueueOffers } from '#areas/events/waiting-list/enqueue-offers.service'
import { fromCents } from '#kernel/money/cents'
import { recordChangesSql } from '#kernel/records/change-sql'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRefund } from '#prisma/client'
import { changeEventOrder } from '../orders/order-changes.service.ts'
import { enqueueSettling } from '../payment/settling-jobs.service.ts'
import { changeRegistration } from '../registration-changes.service.ts'
import { registrationEvents } from '../registrations.events.ts'
import { CANCELLED, PENDING_REFUND, REJECTED } from '../status-rules.listing.ts'
import type { CancellationPlan } from './cancelled-parts.model.ts'
import { type CreditedOrder, creditOrder } from './credited-orders.service.ts'
import type { LockedEventOrder } from './locked-event-orders.service.ts'
import { releaseUsed } from './released-registrations.service.ts'

/** How registrations end. */
export type Ending = 'cancelled' | 'rejected'

/**
 * Ends the registrations of a plan, and credits and returns their money. The caller has locked the order.
 *
 * @returns what was credited; null if nothing is returned.
 * @throws 422 closed-period.
 */
export const endRegistrations = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  plan: CancellationPlan,
  ending: Ending = 'cancelled',
): Promise<CreditedOrder | null> => {
  const { tenantId, eventId } = order
  const { registrations, isWhole } = plan.parts
  const ids = registrations.map(({ id }) => id)
  for (const registration of registrations)
    await changeRegistration(scope, tx, registration, endOf(scope, plan, ending), registrationEvents[ending])
  await releaseUsed(scope, tx, ids)
  if (isWhole) await cancelOffers(scope, tx, order)
  const credited = await creditOrder(scope, tx, order, plan)
  const refund = credited?.refund ?? null
  if (refund) {
    const where = { tenantId, eventId, id: { in: ids } }
    await tx.eventRegistration.updateMany({ where, data: { refundId: refund.id } })
  }
  await changeOrder(scope, tx, order, plan, refund)
  await enqueueOffers(scope, tx, eventId)
  if (order.chargeId !== null) await enqueueSettling(scope, tx, order.id)
  return credited
}

const endOf = ({ clock }: Scope, { isReturning }: CancellationPlan, ending: Ending) => {
  if (ending === 'rejected') return { statusId: REJECTED, heldUntil: null }
  return { statusId: isReturning ? PENDING_REFUND : CANCELLED, cancelledAt: clock.now(), heldUntil: null }
}

/** Cancels the sponsors and exhibitors of an order. */
const cancelOffers = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id: orderId }: LockedEventOrder,
): Promise<void> => {
  const sponsors = await tx.eventSponsor.findMany({ where: { tenantId, orderId }, orderBy: { id: 'asc' } })
  for (const sponsor of sponsors) await cancelLockedSponsor(scope, tx, sponsor)
  const exhibitors = await tx.eventExhibitor.updateManyAndReturn({
    where: { tenantId, orderId, state: 'registered' },
    data: { state: 'cancelled', ...NEXT_VERSION },
  })
  const changes = exhibitors.map((one) => exhibitorChange(one, 'updated', exhibitorEvents.cancelled))
  if (changes.length > 0) await tx.rows(recordChangesSql(scope, changes))
}

/** Records what is cancelled of an order. An offer that is cancelled cannot be accepted any more. */
const changeOrder = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id, state }: LockedEventOrder,
  { parts, division }: CancellationPlan,
  refund: EventRefund | null,
): Promise<void> => {
  if (state !== 'submitted') {
    const data = { state: 'expired', heldUntil: null }
    await tx.eventOrder.update({ where: { tenantId_id: { tenantId, id } }, data })
    return
  }
  const data = parts.isWhole ? { cancelledAt: scope.clock.now(), cancellationFault: null } : {}
  const money = refund ? { creditId: refund.creditId, credited: fromCents(division.total) } : {}
  const cancelled = parts.registrations.map((one) => one.id)
  await changeEventOrder(scope, tx, { tenantId, id }, data, { cancelled, isCancelled: parts.isWhole, ...money })
}
