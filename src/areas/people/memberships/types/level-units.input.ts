import type { MembershipLevelEditInput } from '#contract/people/memberships'
import { badInput, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import type { MembershipLevel } from '#prisma/client'

const unitRule = (pointer: string, message: string) =>
  ruleRefused('unit-rule', 'The price by units is not complete.', [{ pointer, message }])

const pick = <T>(sent: T | undefined, before: T | undefined): T | undefined => (sent === undefined ? before : sent)

const money = (value: { toString(): string } | number | null | undefined): string | null =>
  value == null ? null : fromCents(toCents(value))

/** Parses what the price of a level by units consists of, without its bands. */
export const parseUnit = (input: MembershipLevelEditInput, current: MembershipLevel | null) => {
  const unit = {
    unitFieldId: pick(input.UnitFieldId, current?.unitFieldId) ?? null,
    unitSize: money(pick<{ toString(): string } | null>(input.UnitSize, current?.unitSize)) ?? '1.00',
    minPrice: money(pick<{ toString(): string } | null>(input.MinPrice, current?.minPrice)),
    maxPrice: money(pick<{ toString(): string } | null>(input.MaxPrice, current?.maxPrice)),
  }
  if (unit.minPrice !== null && unit.maxPrice !== null && Number(unit.minPrice) > Number(unit.maxPrice)) {
    throw badInput('/MaxPrice', 'must not be less than MinPrice')
  }
  return unit
}

/** A band of a price, as it is stored. */
export interface LevelBand {
  fromUnits: number
  unitPrice: string
}

/**
 * Parses the bands of a price by units; undefined if the request does not change them.
 *
 * @throws 400 if they do not ascend from 0, 422 plan-rule if a level with a unit has none or a level without one has any.
 */
export const parseBands = (
  { UnitBands }: MembershipLevelEditInput,
  unitFieldId: number | null,
  current: { bands: readonly unknown[] } | null,
): LevelBand[] | undefined => {
  const bands = (UnitBands ?? []).map(({ FromUnits, UnitPrice }) => ({
    fromUnits: FromUnits,
    unitPrice: fromCents(toCents(UnitPrice)),
  }))
  const fault = bands.findIndex(({ fromUnits }, at) =>
    at === 0 ? fromUnits !== 0 : fromUnits <= (bands[at - 1]?.fromUnits ?? 0),
  )
  if (fault >= 0) throw badInput(`/UnitBands/${fault}/FromUnits`, fault === 0 ? 'must be 0' : 'must ascend')
  const count = UnitBands === undefined ? (current?.bands.length ?? 0) : bands.length
  if (unitFieldId !== null && count === 0) throw unitRule('/UnitBands', 'must contain a price per unit')
  // A level that loses its unit loses its bands.
  if (unitFieldId === null && bands.length > 0) throw unitRule('/UnitFieldId', 'is required for prices per unit')
  return UnitBands === undefined && unitFieldId !== null ? undefined : bands
}
