/** Money is reckoned in whole cents and stored with two decimals. */

/** Cents of an amount as it is stored or sent; at most two decimals count. */
export const toCents = (amount: { toString(): string } | number): number => Math.round(Number(amount.toString()) * 100)

/** The amount with two decimals. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2)

/** A share of an amount, to the cent, halves away from zero. */
export const shareOf = (cents: number, part: number, whole: number): number =>
  Math.sign(cents) * Math.round((Math.abs(cents) * part) / whole)
