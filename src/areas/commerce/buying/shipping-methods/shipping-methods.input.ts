import type { ShippingMethodInput } from '#contract/commerce/store-buying'
import { ruleRefused } from '#kernel/errors/problem'
import { nameKeyOf, parseName } from '#kernel/records/names'
import { oneLine } from '#kernel/text/one-line'
import type { Prisma, ShippingMethod } from '#prisma/client'
import { faultOfRates, type ShippingRateData, type ShippingRegionData } from './shipping.model.ts'

/** Parses a shipping method. A field that is left out keeps its value. @throws 422 name-needed, store-rule. */
export const parseShippingMethod = (input: ShippingMethodInput, current: ShippingMethod | null) => {
  const name = parseName(input.Name, current?.name)
  const type = input.Type ?? current?.type ?? 'Flat'
  const rates = parseRates(input, current)
  const fault = faultOfRates(type, rates)
  if (fault) throw ruleRefused('store-rule', 'The rates do not fit the type.', [{ pointer: '/Rates', message: fault }])
  return {
    name,
    nameKey: nameKeyOf(name),
    type,
    price: type === 'Flat' ? (input.Price ?? current?.price ?? 0) : 0,
    rates,
    freeFrom: input.FreeFrom === undefined ? (current?.freeFrom ?? null) : input.FreeFrom,
    regions: parseRegions(input, current),
    taxSetId: input.TaxSetId === undefined ? (current?.taxSetId ?? null) : input.TaxSetId,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

const parseRates = ({ Rates }: ShippingMethodInput, current: ShippingMethod | null): ShippingRateData[] =>
  Rates === undefined
    ? ratesOf(current?.rates)
    : (Rates ?? []).map(({ UpTo, Price }) => ({ UpTo: UpTo ?? null, Price }))

const parseRegions = ({ Regions }: ShippingMethodInput, current: ShippingMethod | null): ShippingRegionData[] =>
  Regions === undefined
    ? regionsOf(current?.regions)
    : (Regions ?? []).map(({ CountryCode, StateProvince }) => ({
        CountryCode: CountryCode.toUpperCase(),
        StateProvince: oneLine(StateProvince ?? '') || null,
      }))

/** Returns the stored rates. */
export const ratesOf = (json: Prisma.JsonValue | undefined): ShippingRateData[] =>
  ((json ?? []) as Prisma.JsonArray).map((entry) => {
    const { UpTo, Price } = entry as Prisma.JsonObject
    return { UpTo: UpTo == null ? null : Number(UpTo), Price: Number(Price) }
  })

/** Returns the stored regions. */
export const regionsOf = (json: Prisma.JsonValue | undefined): ShippingRegionData[] =>
  ((json ?? []) as Prisma.JsonArray).map((entry) => {
    const { CountryCode, StateProvince } = entry as Prisma.JsonObject
    return { CountryCode: String(CountryCode), StateProvince: StateProvince == null ? null : String(StateProvince) }
  })
