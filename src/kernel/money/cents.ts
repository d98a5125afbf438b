/** Money is reckoned in whole cents and stored with two decimals. */

/** Cents of an amount as it is stored or sent; at most two decimals count. */
export const toCents = (amount: { toString(): string } | number): number => Math.round(Number(amount.toString()) * 100)

/** The amount with two decimals. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2)

/** A share of an amount, to the cent, halves away from zero. */
export const shareOf = (cents: number, part: number, whole: number): number =>
  Math.sign(cents) * Math.round((Math.abs(cents) * part) / whole)

/** Quantities and percentages are reckoned in ten-thousandths: 1.5 is 15000. */
const UNITS = 10_000

/** Ten-thousandths of a quantity or percentage as it is stored or sent; at most four decimals count. */
export const toUnits = (value: { toString(): string } | number): number => Math.round(Number(value.toString()) * UNITS)

/** The quantity or percentage as text, with at most four decimals. */
export const fromUnits = (units: number): string => String(units / UNITS)

/** A price times a quantity in ten-thousandths, to the cent, halves up. Neither can be negative. */
export const timesUnits = (cents: number, units: number): number => ratioOf(cents, units, UNITS)

/** A percentage, in ten-thousandths, of an amount, to the cent, halves up. Neither can be negative. */
export const percentOf = (cents: number, units: number): number => ratioOf(cents, units, 100 * UNITS)

/** An amount times a part of a whole, to the cent, halves up. As big integers: the product can exceed 2^53. */
export const ratioOf = (cents: number, part: number, whole: number): number =>
  Number((2n * BigInt(cents) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
