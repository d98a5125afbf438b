import { toCents } from '#kernel/money/cents'
import { ON_WAITING_LIST } from '../registration-statuses.listing.ts'
import { LIVE, PENDING_FROM_WAITING_LIST } from '../status-rules.listing.ts'
import { collectedCents, type LockedEventOrder, liveInvoice } from './locked-event-orders.service.ts'
import {
  type CancelledLine,
  type ChosenRefund,
  divideRefund,
  type LineRefund,
  planRefund,
  priceOf,
  type RefundDivision,
} from './refund-plan.model.ts'

type Registration = LockedEventOrder['registrations'][number]

/** What is cancelled of an order. */
export interface CancelledParts {
  registrations: Registration[]
  /** Whether its sponsors, exhibitors and items are cancelled too. */
  isWhole: boolean
}

/** Whether a registration waits for a seat, or was offered one: it has no price yet. */
const isUnpriced = ({ statusId }: Registration): boolean =>
  statusId === ON_WAITING_LIST || statusId === PENDING_FROM_WAITING_LIST

/** Whether nothing of the price of an order can be for these parts. */
export const areUnpriced = ({ registrations, isWhole }: CancelledParts): boolean =>
  !isWhole && registrations.every(isUnpriced)

/**
 * The registrations that end with one: the guests of a table with the one that bought it, and all of an offer, which can only
 * be accepted as a whole.
 */
export const partsWith = ({ state, registrations }: LockedEventOrder, one: Registration): CancelledParts => {
  const live = registrations.filter(({ statusId }) => LIVE.includes(statusId))
  if (state !== 'submitted') return { registrations: live, isWhole: false }
  const isGuest = ({ seats, typeId, groupNumber }: Registration) =>
    seats === 0 && typeId === one.typeId && groupNumber !== null && groupNumber === one.groupNumber
  const guests = one.seats > 1 ? live.filter((other) => other.id !== one.id && isGuest(other)) : []
  return { registrations: [one, ...guests], isWhole: false }
}

/** Everything of an order that can still be cancelled. */
export const wholeOrder = ({ registrations }: LockedEventOrder): CancelledParts => ({
  registrations: registrations.filter(({ statusId }) => LIVE.includes(statusId)),
  isWhole: true,
})

/** Several registrations, each with those that end with it. */
export const partsWithAll = (order: LockedEventOrder, chosen: readonly Registration[]): CancelledParts => {
  const parts = chosen.flatMap((one) => partsWith(order, one).registrations)
  return { registrations: order.registrations.filter((one) => parts.includes(one)), isWhole: false }
}

/** What a cancellation returns. */
export interface CancellationPlan {
  parts: CancelledParts
  /** What the parts cost, less what was credited before, in cents. */
  price: number
  lines: LineRefund[]
  division: RefundDivision
  /** Whether the processor has something to return, or not to collect. */
  isReturning: boolean
}

const linesOf = (order: LockedEventOrder, { registrations, isWhole }: CancelledParts): CancelledLine[] => {
  const ids = new Set(registrations.map(({ id }) => id))
  return order.lines
    .filter(({ registrationId }) => (registrationId === null ? isWhole : ids.has(registrationId)))
    .map(({ id, position, registrationId, amount, discount, tax, credited }) => ({
      id,
      position,
      registrationId,
      credited: toCents(credited),
      price: toCents(amount) - toCents(discount) + toCents(tax),
    }))
}

/** Plans what a cancellation returns. Without an invoice, or if it is void, there is nothing to return. */
export const planCancellation = (
  order: LockedEventOrder,
  parts: CancelledParts,
  refund: ChosenRefund,
): CancellationPlan => {
  const invoice = liveInvoice(order)
  const priced = invoice ? linesOf(order, parts) : []
  const lines = planRefund(priced, refund)
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  const division = divideRefund(total, toCents(invoice?.balance ?? 0), collectedCents(order))
  const isReturning = division.returned > 0 || (total > 0 && order.charge?.status === 'authorized')
  return { parts, price: priceOf(priced), lines, division, isReturning }
}
