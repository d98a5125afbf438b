import { exactShareOf, toCents } from '#kernel/money/cents'
import type { Prisma } from '#prisma/client'

/** The price of the units above a number, up to the next band. */
export interface UnitBand {
  fromUnits: number
  cents: number
}

/** The parts of the price of a whole term of a level. Amounts are in cents. */
export interface LevelPrice {
  /** The price, or with units the part that does not depend on them. */
  base: number
  /** Null: the price is fixed. */
  unit: { size: Prisma.Decimal; bands: readonly UnitBand[]; min: number | null; max: number | null } | null
}

/** The columns of a level that its price depends on. */
export interface PricedLevel {
  price: Prisma.Decimal
  unitFieldId: number | null
  unitSize: Prisma.Decimal
  minPrice: Prisma.Decimal | null
  maxPrice: Prisma.Decimal | null
  bands: readonly { fromUnits: number; unitPrice: Prisma.Decimal }[]
}

export const makeLevelPrice = (level: PricedLevel): LevelPrice => ({
  base: toCents(level.price),
  unit:
    level.unitFieldId === null
      ? null
      : {
          size: level.unitSize,
          bands: level.bands.map(({ fromUnits, unitPrice }) => ({ fromUnits, cents: toCents(unitPrice) })),
          min: level.minPrice && toCents(level.minPrice),
          max: level.maxPrice && toCents(level.maxPrice),
        },
})

/** Returns the units of a value: a unit that has begun is a whole one, and a negative value has none. */
export const unitsOf = (value: Prisma.Decimal, size: Prisma.Decimal): number =>
  Math.max(0, value.div(size).ceil().toNumber())

/** Returns the price of a whole term in cents. `units` has no effect on a fixed price. */
export const priceOfUnits = ({ base, unit }: LevelPrice, units: number): number => {
  if (!unit) return base
  const bands = [...unit.bands].sort((a, b) => a.fromUnits - b.fromUnits)
  const price = bands.reduce((sum, { fromUnits, cents }, at) => {
    const upTo = bands[at + 1]?.fromUnits ?? Number.POSITIVE_INFINITY
    return sum + Math.max(0, Math.min(units, upTo) - fromUnits) * cents
  }, base)
  return Math.min(Math.max(price, unit.min ?? 0), unit.max ?? Number.POSITIVE_INFINITY)
}

/** Returns the price that payment plans are made for: with units that of one unit. */
export const calculateListPrice = (price: LevelPrice): number => priceOfUnits(price, 1)

/** Returns the share of a price that a number of months has, to the cent. */
export const shareOfMonths = (cents: number, paidMonths: number, months: number): number =>
  exactShareOf(cents, paidMonths, months)
