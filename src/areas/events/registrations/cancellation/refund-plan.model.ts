import { type RefundTerms, refundOf } from '#areas/events/events/cancellation-terms.service'
import { exactShareOf, percentUnits, WHOLE_IN_UNITS } from '#kernel/money/cents'

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
export interface LineRefund {
  line: CancelledLine
  cents: number
}

/** A refund of everything. */
export const WHOLE_PRICE: RefundTerms = { percent: 100, feeCents: 0 }

const leftOf = ({ price, credited }: CancelledLine): number => price - credited

/** What the lines cost and credits have not taken back, in cents. */
export const priceOf = (lines: readonly CancelledLine[]): number => lines.reduce((sum, line) => sum + leftOf(line), 0)

/** Plans what is refunded of lines. The fee of terms is kept of each participant once. */
export const planRefund = (lines: readonly CancelledLine[], refund: ChosenRefund): LineRefund[] => {
  const groups = 'cents' in refund ? [lines] : groupsOf(lines)
  return groups.flatMap((group) => divide(group, centsOf(group, refund))).filter(({ cents }) => cents > 0)
}

/** The lines of each participant, and each other line. */
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
export interface RefundDivision {
  total: number
  /** Pays the open amount of the invoice. */
  applied: number
  /** The processor returns it. */
  returned: number
  /** Stays a credit of the payer. */
  left: number
}

/** @param open the open amount of the invoice. @param collected what the processor has collected and not returned. */
export const divideRefund = (total: number, open: number, collected: number): RefundDivision => {
  const applied = Math.min(total, open)
  const returned = Math.min(total - applied, collected)
  return { total, applied, returned, left: total - applied - returned }
}
