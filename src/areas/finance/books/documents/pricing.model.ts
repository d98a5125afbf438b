import { exactShareOf, ONE_IN_UNITS, WHOLE_IN_UNITS } from '#kernel/money/cents'

/** A discount on a line: a percentage in ten-thousandths, or an amount. */
export type LineDiscount = { percent: number } | { cents: number }

export interface TaxRateTerms {
  name: string
  /** In ten-thousandths of a percent. */
  percent: number
}

/** What the amounts of a line follow from. */
export interface LineTerms {
  /** In ten-thousandths. */
  quantity: number
  unitCents: number
  discount: LineDiscount | null
  rates: readonly TaxRateTerms[]
}

export interface LineTax extends TaxRateTerms {
  cents: number
}

/** The amounts of a line in cents: what is owed for it is `amount - discount + tax`. */
export interface LineAmounts {
  amount: number
  discount: number
  tax: number
  taxes: LineTax[]
}

/**
 * Computes the amounts of a line. Taxes follow the discount; each rate is rounded half up by itself.
 *
 * @param includesTax whether the price and the discount include the taxes. Then what is owed is the price minus the
 *   discount exactly, and the net amounts follow from it.
 */
export const priceLine = (terms: LineTerms, includesTax: boolean): LineAmounts => {
  const price = exactShareOf(terms.unitCents, terms.quantity, ONE_IN_UNITS)
  const discount = Math.min(price, discountOf(price, terms.discount))
  return includesTax ? splitGross(terms.rates, price, discount) : addTaxes(terms.rates, price, discount)
}

const discountOf = (price: number, discount: LineDiscount | null): number => {
  if (discount === null) return 0
  return 'percent' in discount ? exactShareOf(price, discount.percent, WHOLE_IN_UNITS) : discount.cents
}

const addTaxes = (rates: readonly TaxRateTerms[], amount: number, discount: number): LineAmounts => {
  const taxes = rates.map((rate) => ({ ...rate, cents: exactShareOf(amount - discount, rate.percent, WHOLE_IN_UNITS) }))
  return { amount, discount, tax: sumOf(taxes), taxes }
}

const splitGross = (rates: readonly TaxRateTerms[], price: number, grossDiscount: number): LineAmounts => {
  const owed = price - grossDiscount
  const whole = rates.reduce((sum, { percent }) => sum + percent, WHOLE_IN_UNITS)
  const taxes = rates.map((rate) => ({ ...rate, cents: exactShareOf(owed, rate.percent, whole) }))
  const tax = sumOf(taxes)
  const discount = exactShareOf(grossDiscount, WHOLE_IN_UNITS, whole)
  return { amount: owed - tax + discount, discount, tax, taxes }
}

const sumOf = (taxes: readonly LineTax[]): number => taxes.reduce((sum, { cents }) => sum + cents, 0)

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
  const [subtotal, discount, tax] = [sum('amount'), sum('discount'), sum('tax')]
  return { subtotal, discount, tax, shipping, total: subtotal - discount + tax + shipping }
}
