import type { RefundTerms } from '#areas/events/events/cancellation-terms.service'
import { findRefundTerms } from '#areas/events/events/cancellation-terms.service'
import { getMemberView, requireMember } from '#areas/people/member-logins/member-logins.queries'
import { hashOfLinkKey } from '#kernel/crypto/link-keys'
import { conflict, notFound, Problem, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { mailCancellation } from '../mails/cancellation-mails.service.ts'
import { registrationState } from '../registration-changes.service.ts'
import { LIVE, ON_WAITING_LIST } from '../registration-statuses.listing.ts'
import { lockWithOrder } from './cancellations.service.ts'
import {
  areUnpriced,
  type CancellationPlan,
  type CancelledParts,
  partsWithAll,
  planCancellation,
  wholeOrder,
} from './cancelled-parts.model.ts'
import { endRegistrations } from './credited-orders.service.ts'
import {
  findEventOrder,
  type LockedEventOrder,
  lockEventOrder,
  orderState,
  requireReturnable,
} from './locked-event-orders.service.ts'

type Registration = LockedEventOrder['registrations'][number]

/** The key of a link, and what its payer wants to cancel: ids of registrations, or null for the whole order. */
export interface PayerChoice {
  eventId: number
  orderKey: string
  registrationIds: readonly number[] | null
}

/** An order as its payer sees it. */
export interface PayerView {
  order: LockedEventOrder
  /** What the choice cancels, or has cancelled; null if it is not possible. */
  plan: CancellationPlan | null
  /** Whether the choice can be cancelled now. */
  isPossible: boolean
  canCancel(registration: Registration): boolean
}

/** Returns whether the payer can cancel a registration: people can always leave the waiting list. */
const isCancellable = ({ event }: LockedEventOrder, { statusId }: Registration, now: Date): boolean =>
  event.status === 'Published' &&
  event.startsAt > now &&
  LIVE.includes(statusId) &&
  (event.canCancel || statusId === ON_WAITING_LIST)

/** @throws 409 registration-state, order-state; 422 event-rule. */
const chooseParts = (order: LockedEventOrder, ids: readonly number[] | null, now: Date): CancelledParts => {
  if (order.cancelledAt !== null) throw orderState('The order is cancelled.')
  const possible = order.registrations.filter((one) => isCancellable(order, one, now))
  if (ids === null) {
    if (order.event.canCancel && order.event.startsAt > now && order.event.status === 'Published')
      return wholeOrder(order)
    if (possible.length === 0) throw registrationState('Only the organizer can cancel it.')
    return partsWithAll(order, possible)
  }
  const known = new Set(order.registrations.map(({ id }) => id))
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0 || ids.length === 0)
    throw ruleRefused('event-rule', 'The registrations are not those of the order.', [
      { pointer: `/RegistrationIds/${Math.max(0, unknown)}`, message: 'must be a registration of the order' },
    ])
  const chosen = possible.filter(({ id }) => ids.includes(id))
  if (chosen.length < new Set(ids).size) throw registrationState('Only the organizer can cancel it.')
  return partsWithAll(order, chosen)
}

/** Plans a cancellation by the rules of the event. @throws 409 registration-state, order-state, written-off; 422 event-rule. */
const planByPayer = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  ids: readonly number[] | null,
): Promise<CancellationPlan> => {
  const now = scope.clock.now()
  const parts = chooseParts(order, ids, now)
  if (!areUnpriced(parts)) await requireReturnable(scope, tx, order, true)
  const terms: RefundTerms = findRefundTerms(order.event, now)
  return planCancellation(order, parts, terms)
}

/** Finds the order of the key in a confirmation. @throws 404. */
export const findByKey = async (
  scope: Scope,
  tx: Transaction,
  { eventId, orderKey }: Pick<PayerChoice, 'eventId' | 'orderKey'>,
): Promise<number> => {
  const where = { tenantId: scope.db.tenantId, eventId, manageHash: hashOfLinkKey(orderKey), state: 'submitted' }
  const found = await tx.eventOrder.findFirst({ where, select: { id: true } })
  if (!found) throw notFound('order')
  return found.id
}

const viewOf = (
  scope: Scope,
  order: LockedEventOrder,
  plan: CancellationPlan | null,
  isPossible: boolean,
): PayerView => {
  const now = scope.clock.now()
  return { order, plan, isPossible, canCancel: (registration) => isCancellable(order, registration, now) }
}

/** Reads the order of a link, with what a cancellation would return. Changes nothing. @throws 404; 422 event-rule. */
export const readPayerOrder = (scope: Scope, choice: PayerChoice): Promise<PayerView> =>
  scope.db.transaction(async (tx) => {
    const order = await findEventOrder(scope, tx, {
      eventId: choice.eventId,
      id: await findByKey(scope, tx, choice),
    })
    try {
      return viewOf(scope, order, await planByPayer(scope, tx, order, choice.registrationIds), true)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error
      return viewOf(scope, order, null, false)
    }
  })

/**
 * Cancels what the payer of a link chose, by the rules of the event.
 *
 * @param shown the credit that the payer was shown. @throws 404; 409 registration-state, order-state, written-off;
 *   422 event-rule, closed-period.
 */
export const cancelPayerOrder = (scope: Scope, choice: PayerChoice, shown: number): Promise<PayerView> =>
  scope.db.transaction(async (tx) => {
    const id = await findByKey(scope, tx, choice)
    const order = await lockEventOrder(scope, tx, { eventId: choice.eventId, id })
    const plan = await cancelByPayer(scope, tx, order, choice.registrationIds, shown)
    const cancelled = await findEventOrder(scope, tx, { eventId: choice.eventId, id })
    return viewOf(scope, cancelled, plan, false)
  })

const cancelByPayer = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  ids: readonly number[] | null,
  shown: number,
): Promise<CancellationPlan> => {
  const plan = await planByPayer(scope, tx, order, ids)
  const { total } = plan.division
  if (total !== toCents(shown))
    throw conflict('order-state', `${fromCents(total)} is credited now. Show it to the payer, and send it.`)
  const credited = await endRegistrations(scope, tx, order, plan)
  await mailCancellation(scope, tx, order.id, { plan, reason: null, credited })
  return plan
}

/** Locks a registration that the signed-in member pays for. @throws 403 not-a-member; 404. */
const lockOwn = async (scope: Scope, tx: Transaction, id: number, contactIds: readonly number[]) => {
  const { tenantId } = scope.db
  const where = { tenantId, id, order: { contactId: { in: [...contactIds] } } }
  const found = await tx.eventRegistration.findFirst({ where, select: { eventId: true } })
  if (!found) throw notFound('registration')
  return (await lockWithOrder(scope, tx, { eventId: found.eventId, id })).order
}

/**
 * Plans the cancellation of a registration that the signed-in member pays for.
 *
 * @throws 403 not-a-member; 404; 409 registration-state, order-state, written-off.
 */
export const previewOwn = async (scope: Scope, id: number): Promise<CancellationPlan> => {
  const { contactIds } = await getMemberView(scope, requireMember(scope))
  return scope.db.transaction(async (tx) => planByPayer(scope, tx, await lockOwn(scope, tx, id, contactIds), [id]))
}

/** Cancels a registration that the signed-in member pays for. @throws as previewOwn; 422 closed-period. */
export const cancelOwn = async (scope: Scope, id: number, shown: number): Promise<CancellationPlan> => {
  const { contactIds } = await getMemberView(scope, requireMember(scope))
  return scope.db.transaction(async (tx) =>
    cancelByPayer(scope, tx, await lockOwn(scope, tx, id, contactIds), [id], shown),
  )
}
