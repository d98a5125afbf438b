import { type RefundTerms, refundOf } from '#areas/events/events/cancellation-terms.service'
import { exactShareOf, percentUnits, toCents, WHOLE_IN_UNITS } from '#kernel/money/cents'
import { LIVE, ON_WAITING_LIST, PENDING_FROM_WAITING_LIST } from '../registration-statuses.listing.ts'
import { collectedCentsOf, findLiveInvoice, type LockedEventOrder } from './locked-event-orders.service.ts'

/** A line of an order that is cancelled, in cents. */
export interface CancelledLine {
  id: number
  /** In the invoice. */
  position: number
  /** The participant; null for a sponsor, an exhibitor or an item. */
  registrationId: number | null
  /** After discount, with tax. */
  price: number
  /** What credits took back of the price. */
  credited: number
}

/** What is refunded: by terms, or an amount in cents. */
export type ChosenRefund = RefundTerms | { cents: number }

/** What is refunded of a line, in cents. */
interface LineRefund {
  line: CancelledLine
  cents: number
}

/** A refund of everything. */
export const WHOLE_PRICE: RefundTerms = { percent: 100, feeCents: 0 }

const leftOf = ({ price, credited }: CancelledLine): number => price - credited

/** Returns what the lines cost and credits have not taken back, in cents. */
export const priceOf = (lines: readonly CancelledLine[]): number => lines.reduce((sum, line) => sum + leftOf(line), 0)

/** Plans what is refunded of lines. The fee of terms is kept of each participant once. */
export const planRefund = (lines: readonly CancelledLine[], refund: ChosenRefund): LineRefund[] => {
  const groups = 'cents' in refund ? [lines] : groupsOf(lines)
  return groups.flatMap((group) => divide(group, centsOf(group, refund))).filter(({ cents }) => cents > 0)
}

/** Returns the lines of each participant, and each other line. */
const groupsOf = (lines: readonly CancelledLine[]): CancelledLine[][] => {
  const ids = [...new Set(lines.flatMap(({ registrationId }) => registrationId ?? []))]
  const others = lines.filter(({ registrationId }) => registrationId === null)
  return [...ids.map((id) => lines.filter((line) => line.registrationId === id)), ...others.map((line) => [line])]
}

const centsOf = (group: readonly CancelledLine[], refund: ChosenRefund): number => {
  const price = priceOf(group)
  if ('cents' in refund) return Math.min(refund.cents, price)
  const isParticipant = group.some(({ registrationId }) => registrationId !== null)
  return isParticipant ? refundOf(price, refund) : exactShareOf(price, percentUnits(refund.percent), WHOLE_IN_UNITS)
}

/** Divides cents among lines in proportion to what is left of them. */
const divide = (group: readonly CancelledLine[], cents: number): LineRefund[] => {
  const whole = priceOf(group)
  let before = 0
  return group.map((line) => {
    const start = before
    const end = before + leftOf(line)
    before = end
    return { line, cents: whole === 0 ? 0 : exactShareOf(cents, end, whole) - exactShareOf(cents, start, whole) }
  })
}

/** Where a refund goes, in cents. */
interface RefundDivision {
  total: number
  /** Pays the open amount of the invoice. */
  applied: number
  /** The processor returns it. */
  returned: number
  /** The part of `returned` that charges of earlier orders return, whose tickets were given back for this order. */
  earlier: number
  /** Stays a credit of the payer. */
  left: number
}

/**
 * Divides a refund.
 *
 * @param open the open amount of the invoice. @param collected what the processor has collected and not returned: for the order,
 * and of what earlier orders paid for it.
 */
export const divideRefund = (total: number, open: number, collected: number, collectedEarlier = 0): RefundDivision => {
  const applied = Math.min(total, open)
  const own = Math.min(total - applied, collected)
  const earlier = Math.min(total - applied - own, collectedEarlier)
  const returned = own + earlier
  return { total, applied, returned, earlier, left: total - applied - returned }
}

type Registration = LockedEventOrder['registrations'][number]

/** What is cancelled of an order. */
export interface CancelledParts {
  registrations: Registration[]
  /** Whether its sponsors, exhibitors and items are cancelled too. */
  isWhole: boolean
}

/** Returns whether a registration waits for a seat, or was offered one: it has no price yet. */
const isUnpriced = ({ statusId }: Registration): boolean =>
  statusId === ON_WAITING_LIST || statusId === PENDING_FROM_WAITING_LIST

/** Returns whether nothing of the price of an order can be for these parts. */
export const areUnpriced = ({ registrations, isWhole }: CancelledParts): boolean =>
  !isWhole && registrations.every(isUnpriced)

/**
 * Returns the registrations that end with one: the guests of a table with the one that bought it, and all of an offer, which
 * can only be accepted as a whole.
 */
export const partsWith = ({ state, registrations }: LockedEventOrder, one: Registration): CancelledParts => {
  const live = registrations.filter(({ statusId }) => LIVE.includes(statusId))
  if (state !== 'submitted') return { registrations: live, isWhole: false }
  const isGuest = ({ seats, typeId, groupNumber }: Registration) =>
    seats === 0 && typeId === one.typeId && groupNumber !== null && groupNumber === one.groupNumber
  const guests = one.seats > 1 ? live.filter((other) => other.id !== one.id && isGuest(other)) : []
  return { registrations: [one, ...guests], isWhole: false }
}

/** Returns everything of an order that can still be cancelled. */
export const wholeOrder = ({ registrations }: LockedEventOrder): CancelledParts => ({
  registrations: registrations.filter(({ statusId }) => LIVE.includes(statusId)),
  isWhole: true,
})

/** Returns several registrations, each with those that end with it. */
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
  const invoice = findLiveInvoice(order)
  const priced = invoice ? linesOf(order, parts) : []
  const lines = planRefund(priced, refund)
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  const collectedEarlier = order.earlier.reduce((sum, { returnable }) => sum + returnable, 0)
  const division = divideRefund(total, toCents(invoice?.balance ?? 0), collectedCentsOf(order), collectedEarlier)
  const isReturning = division.returned > division.earlier || (total > 0 && order.charge?.status === 'authorized')
  return { parts, price: priceOf(priced), lines, division, isReturning }
}
