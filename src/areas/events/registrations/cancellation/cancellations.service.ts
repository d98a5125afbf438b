import type { EventCancellationRequestInput, EventCancellationTermsInput } from '#contract/events/cancellations'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { mailCancellation } from '../mails/cancellation-mails.service.ts'
import { readEventOrder } from '../orders/orders.queries.ts'
import { type RegistrationKey, registrationState } from '../registration-changes.service.ts'
import { IN_CART, LIVE, ON_WAITING_LIST, STATUSES } from '../registration-statuses.listing.ts'
import { readRegistration } from '../registrations.queries.ts'
import {
  areUnpriced,
  type CancellationPlan,
  type CancelledParts,
  partsWith,
  planCancellation,
  wholeOrder,
} from './cancelled-parts.model.ts'
import { endRegistrations } from './credited-orders.service.ts'
import {
  type LockedEventOrder,
  lockEventOrder,
  type OrderKey,
  orderState,
  requireReturnable,
} from './locked-event-orders.service.ts'
import { parseRefund, requireWithinPrice } from './refund-terms.input.ts'

/** A locked order, and what is cancelled of it. */
interface Cancelled {
  order: LockedEventOrder
  parts: CancelledParts
}

/**
 * Locks a registration with its order.
 *
 * @throws 404; 409 stale-audit-id; 412.
 */
export const lockWithOrder = async (
  scope: Scope,
  tx: Transaction,
  { eventId, id }: RegistrationKey,
  expected?: ExpectedVersion,
) => {
  const { tenantId } = scope.db
  const find = () => tx.eventRegistration.findFirst({ where: { tenantId, eventId, id, statusId: { not: IN_CART } } })
  const found = await find()
  if (!found || (found.statusId === ON_WAITING_LIST && found.heldUntil !== null)) throw notFound('registration')
  let order = await lockEventOrder(scope, tx, { eventId, id: found.orderId })
  // The waiting list can have moved it into an offer before the event was locked.
  const current = await find()
  if (current && current.orderId !== order.id) order = await lockEventOrder(scope, tx, { eventId, id: current.orderId })
  const registration = order.registrations.find((one) => one.id === id)
  if (!registration) throw notFound('registration')
  if (expected) requireVersion(registration.auditId, expected)
  return { order, registration }
}

/** @throws 404; 409 registration-state, stale-audit-id; 412. */
export const lockCancelledRegistration = async (
  scope: Scope,
  tx: Transaction,
  key: RegistrationKey,
  expected?: ExpectedVersion,
): Promise<Cancelled> => {
  const { order, registration } = await lockWithOrder(scope, tx, key, expected)
  if (!LIVE.includes(registration.statusId))
    throw registrationState(`The registration is ${(STATUSES[registration.statusId] ?? '').toLowerCase()}.`)
  return { order, parts: partsWith(order, registration) }
}

/** @throws 404; 409 order-state, stale-audit-id; 412. */
const lockCancelledOrder = async (
  scope: Scope,
  tx: Transaction,
  key: OrderKey,
  expected?: ExpectedVersion,
): Promise<Cancelled> => {
  const order = await lockEventOrder(scope, tx, key)
  if (order.state !== 'submitted') throw notFound('order')
  if (expected) requireVersion(order.auditId, expected)
  if (order.cancelledAt !== null) throw orderState('The order is cancelled.')
  return { order, parts: wholeOrder(order) }
}

/** Plans what staff cancel. @throws 403; 409; 422 event-rule. */
const planByStaff = async (
  scope: Scope,
  tx: Transaction,
  { order, parts }: Cancelled,
  input: EventCancellationTermsInput,
): Promise<CancellationPlan> => {
  if (!areUnpriced(parts)) await requireReturnable(scope, tx, order, false)
  const refund = parseRefund(order.event, input, scope.clock.now())
  const plan = planCancellation(order, parts, refund)
  requireWithinPrice(refund, plan.price)
  return plan
}

/**
 * Plans a cancellation without doing it.
 *
 * @throws 403 insufficient-scope; 404; 409 registration-state, order-state, written-off, contact-deleted; 422 event-rule.
 */
export const previewRegistration = (
  scope: Scope,
  key: RegistrationKey,
  input: EventCancellationTermsInput,
): Promise<CancellationPlan> =>
  scope.db.transaction(async (tx) => planByStaff(scope, tx, await lockCancelledRegistration(scope, tx, key), input))

/** Previews the cancellation of an order, as previewRegistration does. */
export const previewOrder = (
  scope: Scope,
  key: OrderKey,
  input: EventCancellationTermsInput,
): Promise<CancellationPlan> =>
  scope.db.transaction(async (tx) => planByStaff(scope, tx, await lockCancelledOrder(scope, tx, key), input))

/** Cancels what staff chose. @throws as planByStaff; 422 closed-period. */
const cancelByStaff = async (
  scope: Scope,
  tx: Transaction,
  cancelled: Cancelled,
  { Reason, ...terms }: EventCancellationRequestInput,
): Promise<void> => {
  const plan = await planByStaff(scope, tx, cancelled, terms)
  const credited = await endRegistrations(scope, tx, cancelled.order, plan)
  await mailCancellation(scope, tx, cancelled.order.id, { plan, reason: Reason?.trim() || null, credited })
}

/**
 * Cancels a registration, and the guests of its table.
 *
 * @throws 403 insufficient-scope; 404; 409 registration-state, order-state, written-off, contact-deleted, stale-audit-id; 412;
 *   422 event-rule, closed-period.
 */
export const cancelRegistration = (
  scope: Scope,
  key: RegistrationKey,
  input: EventCancellationRequestInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    await cancelByStaff(scope, tx, await lockCancelledRegistration(scope, tx, key, expected), input)
    return readRegistration(scope, key.id, tx)
  })

/** Cancels an order with everything in it. @throws as cancelRegistration. */
export const cancelOrder = (
  scope: Scope,
  key: OrderKey,
  input: EventCancellationRequestInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    await cancelByStaff(scope, tx, await lockCancelledOrder(scope, tx, key, expected), input)
    return readEventOrder(scope, key.id, tx)
  })
