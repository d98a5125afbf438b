import { foldedWords } from '#kernel/text/fold'

/** A rate of a shipping method, as the contract describes it. */
export type ShippingRateData = {
  /** Kilograms or money; null: no limit. */
  UpTo: number | null
  Price: number
}

export type ShippingRegionData = {
  CountryCode: string
  StateProvince: string | null
}

/** What decides the price of a delivery. Amounts are in cents. */
export interface ShippingTerms {
  type: string
  priceCents: number
  rates: readonly ShippingRateData[]
  freeFromCents: number | null
}

export interface ShippedGoods {
  grams: number
  /** The total of the lines after discounts, before tax. */
  orderCents: number
}

/** Returns the price of a delivery in cents; null if the method cannot deliver so much. */
export const shippingPriceOf = (terms: ShippingTerms, { grams, orderCents }: ShippedGoods): number | null => {
  const { type, priceCents, rates, freeFromCents } = terms
  if (type === 'PickUp') return 0
  const price =
    type === 'Flat' ? priceCents : type === 'Weight' ? rateOf(rates, grams, 1000) : rateOf(rates, orderCents, 100)
  return price !== null && freeFromCents !== null && orderCents >= freeFromCents ? 0 : price
}

/** Returns the first rate that is not exceeded. @param units of `amount` in one of UpTo. */
const rateOf = (rates: readonly ShippingRateData[], amount: number, units: number): number | null => {
  const rate = rates.find(({ UpTo }) => UpTo === null || amount <= Math.round(UpTo * units))
  return rate ? Math.round(rate.Price * 100) : null
}

/** Returns whether a method delivers to an address. */
export const deliversTo = (
  regions: readonly ShippingRegionData[],
  address: { CountryCode?: string | null | undefined; StateProvince?: string | null | undefined },
): boolean =>
  regions.length === 0 ||
  regions.some(
    ({ CountryCode, StateProvince }) =>
      CountryCode === address.CountryCode?.toUpperCase() &&
      (StateProvince === null || keyOf(StateProvince) === keyOf(address.StateProvince)),
  )

const keyOf = (state: string | null | undefined): string => foldedWords(state ?? '').join(' ')

/** Returns what is wrong with the rates of a type; undefined if they fit. */
export const faultOfRates = (type: string, rates: readonly ShippingRateData[]): string | undefined => {
  if (type === 'Flat' || type === 'PickUp') return rates.length > 0 ? `must be empty for the type ${type}` : undefined
  if (rates.length === 0) return `must contain at least one rate for the type ${type}`
  const isAscending = rates.every(({ UpTo }, at) => at === 0 || isLess(rates[at - 1]?.UpTo ?? null, UpTo))
  return isAscending ? undefined : 'must be in ascending order of UpTo, and only the last one can be without UpTo'
}

const isLess = (one: number | null, other: number | null): boolean => one !== null && (other === null || one < other)
