import { exactShareOf, ONE_IN_UNITS, percentUnits, WHOLE_IN_UNITS } from '#kernel/money/cents'
import type { PostedLine } from './postings.model.ts'

/**
 * Divides an amount in proportion to weights, to the cent: the parts sum to the amount, no part exceeds its weight as
 * long as the amount does not exceed their sum, and equal requests have equal results. The amount is not negative. The parts of
 * negative weights, which reduce the others, are negative; the sum of the weights is not.
 */
export const allocate = (cents: number, weights: readonly number[]): number[] => {
  if (weights.some((weight) => weight < 0)) return allocateSigned(cents, weights)
  let leftCents = cents
  let leftWeight = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => {
    const part = leftWeight === 0 ? 0 : exactShareOf(leftCents, weight, leftWeight)
    leftCents -= part
    leftWeight -= weight
    return part
  })
}

/** Divides an amount so that the largest weight gets what rounding leaves. */
const allocateSigned = (cents: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.map((weight) =>
    whole <= 0 ? 0 : Math.sign(weight) * exactShareOf(cents, Math.abs(weight), whole),
  )
  const largest = weights.indexOf(Math.max(...weights))
  const left = cents - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, at) => (at === largest ? part + left : part))
}

/** A tax that is charged on a line. */
export interface ChargedRate {
  taxRateId: number
  name: string
  /** Decimal text, with up to four decimals. */
  percent: string
}

export interface TaxedLine {
  /** The amount after the discount; negative for a line that takes back another one. */
  cents: number
  /** The rates of the line's tax set that are charged; none for a line without tax. */
  rates: readonly ChargedRate[]
  /** Whether `cents` includes the taxes: the setting of the tenant. */
  pricesIncludeTax: boolean
  isTaxExempt: boolean
}

export interface LineTaxes {
  /** One entry for each rate, in the same order. */
  taxes: (ChargedRate & { cents: number })[]
  taxCents: number
  /** The amount without taxes. */
  netCents: number
  /** The amount with taxes: what the contact owes for the line. */
  totalCents: number
}

/**
 * Calculates each tax of a line from its amount after the discount, rounded half up to cents (halves of negative amounts
 * down, so that a line that takes another one back has exactly its taxes). If prices include taxes, the taxes are a part
 * of the amount. A line of a tax-exempt contact has taxes of 0, and its amount is unchanged.
 */
export const taxLine = ({ cents, rates, pricesIncludeTax, isTaxExempt }: TaxedLine): LineTaxes => {
  const included = pricesIncludeTax ? rates.reduce((sum, { percent }) => sum + percentUnits(percent), 0) : 0
  const taxes = rates.map((rate) => ({
    ...rate,
    cents: isTaxExempt ? 0 : exactShareOf(cents, percentUnits(rate.percent), WHOLE_IN_UNITS + included),
  }))
  const taxCents = taxes.reduce((sum, tax) => sum + tax.cents, 0)
  const netCents = pricesIncludeTax ? cents - taxCents : cents
  return { taxes, taxCents, netCents, totalCents: netCents + taxCents }
}

/** Returns the price of a quantity in ten-thousandths, rounded half up. */
export const priceOf = (unitCents: number, quantity: number): number => exactShareOf(unitCents, quantity, ONE_IN_UNITS)

/** The amounts of a line in cents: what is owed for it is `amount - discount + tax`. */
export interface LineAmounts {
  amount: number
  discount: number
  tax: number
  taxes: (ChargedRate & { cents: number })[]
}

/** A line of an invoice or credit, with its amounts in cents. */
export interface DocumentLine extends PostedLine {
  feeItemId: number | null
  description: string
  /** In ten-thousandths. */
  quantity: number
  unitCents: number
  discountId: number | null
  taxSetId: number | null
  taxes: LineAmounts['taxes']
  serviceOn: string | null
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
