import { toCents } from '#kernel/money/cents'
import { addDays, addMonths, type Day } from '#kernel/time/calendar'
import { instantAt } from '#kernel/time/local-time'
import type { TypeTotal } from './gateway-reports.sql.ts'

/** Returns the instants at which days begin and end in a time zone; `to` is not included. */
export const spanOf = (timeZone: string, first: Day, last: Day): { from: Date; to: Date } => ({
  from: instantAt(timeZone, first, '00:00'),
  to: instantAt(timeZone, addDays(last, 1), '00:00'),
})

/** Returns the first and the last day of a month. */
export const daysOfMonth = (year: number, month: number): { first: Day; last: Day } => {
  const first = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
  return { first, last: addDays(addMonths(first, 1), -1) }
}

/** A month of an account in counts and cents. */
export interface Statement {
  sales: Part
  refunds: Part
  disputes: Part
  disputeReversals: Part
  netActivity: number
  /** What the gateway booked by itself, less its fees. */
  adjustments: number
  transfersCount: number
  transfers: number
  transferReversals: number
}

interface Part {
  count: number
  /** Positive. */
  cents: number
  /** What was taken; of reversals, what was returned. */
  feeCents: number
}

/**
 * Adds up a statement: net activity = sales - refunds - disputes + reversals - fees + returned fees. The money of a failed
 * refund came back, so it was not refunded. Adjustments are booked by the gateway itself and are no activity. So net
 * activity, transfers and adjustments together are all movements of the month.
 */
export const statementOf = (totals: readonly TypeTotal[]): Statement => {
  const part = (type: string, sign: 1 | -1): Part => {
    const total = totals.find((one) => one.type === type)
    return {
      count: total?.count ?? 0,
      cents: signed(sign, toCents(total?.amount ?? 0)),
      feeCents: toCents(total?.fee ?? 0),
    }
  }
  const sales = part('Sale', 1)
  const made = part('Refund', -1)
  const failed = part('RefundReversal', 1)
  const refunds = { count: made.count, cents: made.cents - failed.cents, feeCents: made.feeCents + failed.feeCents }
  const disputes = part('Dispute', -1)
  const reversals = part('DisputeReversal', 1)
  const transfers = part('Transfer', -1)
  const transferReversals = part('TransferReversal', 1)
  const adjusted = part('Adjustment', 1)
  const fees = sales.feeCents + refunds.feeCents + disputes.feeCents + reversals.feeCents
  return {
    sales,
    refunds,
    disputes,
    disputeReversals: { ...reversals, feeCents: signed(-1, reversals.feeCents) },
    netActivity: sales.cents - refunds.cents - disputes.cents + reversals.cents - fees,
    adjustments: adjusted.cents - adjusted.feeCents,
    transfersCount: transfers.count,
    transfers: transfers.cents + transfers.feeCents,
    transferReversals: transferReversals.cents - transferReversals.feeCents,
  }
}

/** Signs an amount, without a negative zero. */
const signed = (sign: 1 | -1, cents: number): number => (cents === 0 ? 0 : sign * cents)
