import { exactShareOf, percentUnits, WHOLE_IN_UNITS } from '#kernel/money/cents'

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
