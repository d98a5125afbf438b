import { type Day, laterDay } from '#kernel/time/calendar'

/** A share of the total of an invoice that is due on a day. */
export interface ScheduleShare {
  dueOn: Day
  /** In relation to the other shares; a positive integer. */
  share: number
}

/** A part of an invoice. */
export interface SchedulePart {
  dueOn: Day
  cents: number
}

/**
 * Divides a total into parts in proportion to shares, with the remaining cents on the first. Shares that are past are due
 * today. Shares that are due on the same day are one part, and a part without a cent is left out. So the parts sum to the
 * total, ascend by day, and none is past.
 *
 * @param total in cents, at least 1. @param shares at least one, by day.
 */
export const divideTotal = (total: number, shares: readonly ScheduleShare[], today: Day): SchedulePart[] => {
  const whole = shares.reduce((sum, { share }) => sum + BigInt(share), 0n)
  const byDay = new Map<Day, number>()
  const add = (dueOn: Day, cents: number) => byDay.set(dueOn, (byDay.get(dueOn) ?? 0) + cents)
  let rest = total
  for (const { dueOn, share } of shares.slice(1)) {
    const cents = Number((BigInt(total) * BigInt(share)) / whole)
    rest -= cents
    add(laterDay(dueOn, today), cents)
  }
  add(laterDay(shares[0]?.dueOn ?? today, today), rest)
  return [...byDay]
    .map(([dueOn, cents]) => ({ dueOn, cents }))
    .filter(({ cents }) => cents > 0)
    .sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
}
