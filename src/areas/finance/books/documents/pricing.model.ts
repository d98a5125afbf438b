import { exactShareOf, ONE_IN_UNITS, percentUnits, WHOLE_IN_UNITS } from '#kernel/money/cents'
import { type ChargedRate, taxLine } from '../taxes.model.ts'

/** The price of a quantity in ten-thousandths, rounded half up. */
export const priceOf = (unitCents: number, quantity: number): number => exactShareOf(unitCents, quantity, ONE_IN_UNITS)

/** The amounts of a line in cents: what is owed for it is `amount - discount + tax`. */
export interface LineAmounts {
  amount: number
  discount: number
  tax: number
  taxes: (ChargedRate & { cents: number })[]
}

/** How a line is taxed. */
export interface Taxing {
  rates: readonly ChargedRate[]
  /** Whether price and discount include the taxes. */
  pricesIncludeTax: boolean
  isTaxExempt: boolean
}

/**
 * Computes the amounts of a line. Taxes follow the discount.
 *
 * @param price of the quantity, and `discount` at most that. If they include the taxes, what is owed is exactly their
 *   difference, and the net amounts follow from it.
 */
export const amountsOf = (price: number, discount: number, taxing: Taxing): LineAmounts => {
  const { taxes, taxCents, netCents } = taxLine({ cents: price - discount, ...taxing })
  const { rates, pricesIncludeTax, isTaxExempt } = taxing
  const isNet = !pricesIncludeTax || isTaxExempt
  const included = isNet ? 0 : rates.reduce((sum, { percent }) => sum + percentUnits(percent), 0)
  const netDiscount = exactShareOf(discount, WHOLE_IN_UNITS, WHOLE_IN_UNITS + included)
  return { amount: netCents + netDiscount, discount: netDiscount, tax: taxCents, taxes }
}

/** The sums of a document in cents. */
export interface DocumentTotals {
  subtotal: number
  discount: number
  tax: number
  shipping: number
  total: number
}

/** Adds up the lines of a document. */
export const totalOf = (lines: readonly Omit<LineAmounts, 'taxes'>[], shipping: number): DocumentTotals => {
  const sum = (field: 'amount' | 'discount' | 'tax') => lines.reduce((total, line) => total + line[field], 0)
  const subtotal = sum('amount')
  const discount = sum('discount')
  const tax = sum('tax')
  return { subtotal, discount, tax, shipping, total: subtotal - discount + tax + shipping }
}
