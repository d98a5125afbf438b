import type { TaxSetInput, TaxSetRateInput } from '#contract/finance/taxes'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { nameKeyOf, parseName } from '#kernel/records/names'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import { oneLine } from '#kernel/text/one-line'
import type { TaxRate, TaxSet } from '#prisma/client'
import type { TaxSetWithRates } from './tax-sets.queries.ts'

export type TaxSetData = Pick<TaxSet, 'name' | 'nameKey' | 'regionId' | 'isActive'>

/** A rate after a save; id 0 for a new one. */
export type RateData = Pick<TaxRate, 'id' | 'name' | 'position'> & { percent: number }

/** Parses a tax set without its rates. A field that is left out keeps its value. @throws 422 name-needed. */
export const parseTaxSet = (input: TaxSetInput, current: TaxSet | null): TaxSetData => {
  const name = parseName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    regionId: input.TaxRegionId === undefined ? (current?.regionId ?? null) : input.TaxRegionId,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

/**
 * Parses the rates; undefined if the request leaves them out, so that they stay.
 *
 * @throws 400; 422 named-twice, unknown-reference.
 */
export const parseRates = (
  { Rates }: Pick<TaxSetInput, 'Rates'>,
  current: TaxSetWithRates | null,
): RateData[] | undefined => {
  if (Rates === undefined) return undefined
  const rates = (Rates ?? []).map(parseRate)
  requireDistinct(rates)
  const known = new Set(current?.rates.map(({ id }) => id))
  const faults = rates.flatMap(({ id }, index) =>
    id === 0 || known.has(id) ? [] : [referenceFault(`/Rates/${index}/TaxRateId`, 'rate of this tax set')],
  )
  if (faults.length > 0) throw unknownReferences(faults)
  return rates
}

const parseRate = ({ TaxRateId, Name, Percent }: TaxSetRateInput, index: number): RateData => {
  const name = oneLine(Name)
  if (!name) throw badInput(`/Rates/${index}/Name`, 'must not be blank')
  return { id: TaxRateId ?? 0, name, percent: Percent, position: index + 1 }
}

const requireDistinct = (rates: readonly RateData[]): void => {
  const errors = rates.flatMap(({ id, name }, index) => {
    const before = rates.slice(0, index)
    if (id !== 0 && before.some((other) => other.id === id))
      return [{ pointer: `/Rates/${index}/TaxRateId`, message: 'must not be in the list twice' }]
    return before.some((other) => nameKeyOf(other.name) === nameKeyOf(name))
      ? [{ pointer: `/Rates/${index}/Name`, message: 'must differ from the names of the other rates' }]
      : []
  })
  if (errors.length > 0) throw ruleRefused('named-twice', 'The tax set contains a rate twice.', errors)
}
