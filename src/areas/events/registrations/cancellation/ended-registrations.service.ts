import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRefund } from '#prisma/client'
import { changeEventOrder } from '../orders/order-changes.service.ts'
import { orderParts } from '../orders/order-parts.service.ts'
import { enqueueSettling } from '../payment/settling-jobs.service.ts'
import { changeRegistration } from '../registration-changes.service.ts'
import { offerFreeSeats, registrationFollowers } from '../registration-followers.service.ts'
import { registrationEvents } from '../registrations.events.ts'
import { CANCELLED, PENDING_REFUND, REJECTED } from '../status-rules.listing.ts'
import { returnBenefits } from '../used-benefits.service.ts'
import type { CancellationPlan } from './cancelled-parts.model.ts'
import { type CreditedOrder, creditOrder } from './credited-orders.service.ts'
import type { LockedEventOrder } from './locked-event-orders.service.ts'

/**
 * Gives back what registrations used that are cancelled or rejected: seats at tables, and benefits. Call it in the transaction of
 * the change, after the registrations have their new statuses. Lock the event and the payer first, and documents after it.
 * Repeating it has no effect.
 */
const releaseUsed = async (scope: Scope, tx: Transaction, registrationIds: readonly number[]): Promise<void> => {
  for (const { release } of registrationFollowers.entries()) await release?.(scope, tx, registrationIds)
  await returnBenefits(scope, tx, registrationIds)
}

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
  if (isWhole) for (const { cancel } of orderParts.entries()) await cancel(scope, tx, order)
  const credited = await creditOrder(scope, tx, order, plan)
  const refund = credited?.refund ?? null
  if (refund) {
    const where = { tenantId, eventId, id: { in: ids } }
    await tx.eventRegistration.updateMany({ where, data: { refundId: refund.id } })
  }
  await changeOrder(scope, tx, order, plan, refund)
  await offerFreeSeats(scope, tx, eventId)
  if (order.chargeId !== null) await enqueueSettling(scope, tx, order.id)
  return credited
}

const endOf = ({ clock }: Scope, { isReturning }: CancellationPlan, ending: Ending) => {
  if (ending === 'rejected') return { statusId: REJECTED, heldUntil: null }
  return { statusId: isReturning ? PENDING_REFUND : CANCELLED, cancelledAt: clock.now(), heldUntil: null }
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
