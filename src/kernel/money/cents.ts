/** Money is reckoned in whole cents and stored with two decimals. */

/** Returns the cents of an amount as it is stored or sent; at most two decimals count. */
export const toCents = (amount: { toString(): string } | number): number => Math.round(Number(amount.toString()) * 100)

/** Returns the amount with two decimals. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2)

/** Returns a share of an amount, to the cent, halves away from zero. */
export const shareOf = (cents: number, part: number, whole: number): number =>
  Math.sign(cents) * Math.round((Math.abs(cents) * part) / whole)

/**
 * Returns a share as shareOf does, exact for amounts of any size. `part` and `whole` are integers, `whole` is more than
 * 0.
 */
export const exactShareOf = (cents: number, part: number, whole: number): number => {
  const dividend = 2n * BigInt(Math.abs(cents)) * BigInt(part) + BigInt(whole)
  const divisor = 2n * BigInt(whole)
  const share = Number(dividend / divisor)
  // Not -share, which would be -0 for 0.
  return cents < 0 ? 0 - share : share
}

/**
 * Returns the part of an amount for the pieces after `before` up to `now` of `whole`: the parts of all pieces sum to
 * the amount, to the cent.
 */
export const partOf = (cents: number, before: number, now: number, whole: number): number =>
  exactShareOf(cents, now, whole) - exactShareOf(cents, before, whole)

/** The units of percentUnits in 100 percent. */
export const WHOLE_IN_UNITS = 1_000_000

/** Returns a percent with up to four decimals in ten-thousandths of a percent, an integer. */
export const percentUnits = (percent: { toString(): string } | number): number =>
  Math.round(Number(percent.toString()) * 10_000)

/** The ten-thousandths in a quantity of 1. */
export const ONE_IN_UNITS = 10_000

/** Returns a quantity with up to four decimals in ten-thousandths, an integer. */
export const quantityUnits = (quantity: { toString(): string } | number): number =>
  Math.round(Number(quantity.toString()) * ONE_IN_UNITS)

/** Returns a quantity in ten-thousandths as a text with at most four decimals. */
export const fromUnits = (units: number): string => String(units / ONE_IN_UNITS)
