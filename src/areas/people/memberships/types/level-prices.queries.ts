import { findNumberValue } from '#areas/people/custom-fields/values/values.queries'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { MembershipLevel, MembershipLevelBand } from '#prisma/client'
import { calculateListPrice, makeLevelPrice, type PricedLevel, priceOfUnits, unitsOf } from './level-price.model.ts'

/** The bands of the prices of a level, as part of a query by Prisma. */
export const WITH_BANDS = { bands: { orderBy: { fromUnits: 'asc' } } } as const

/** Returns the list price of a level in cents, which payment plans are made for. */
export const findListPrice = (level: PricedLevel): number => calculateListPrice(makeLevelPrice(level))

/** A membership whose term is priced. */
export interface PricedMembership {
  id: number
  contactId: number
  typeId: number
}

/** The highest price of a term, in cents: what a level can cost at most without units. */
const MAX_PRICE = 99_999_999_900

/**
 * Returns the price in cents of a whole term of a level for a membership, now.
 *
 * @throws 422 units-missing, books-rule.
 */
export const findTermPrice = async (
  scope: Scope,
  tx: Models,
  level: MembershipLevel & { bands: MembershipLevelBand[] },
  membership: PricedMembership,
): Promise<number> => {
  const price = makeLevelPrice(level)
  if (level.unitFieldId === null) return price.base
  const value = await findNumberValue(scope, tx, level.unitFieldId, membership)
  if (value === null) {
    throw ruleRefused(
      'units-missing',
      `The price of the level ${level.name} depends on a custom field that has no value.`,
      [{ pointer: '/CustomFields', message: `must contain a value of the field ${level.unitFieldId}` }],
    )
  }
  const cents = priceOfUnits(price, unitsOf(value, level.unitSize))
  if (cents > MAX_PRICE) throw ruleRefused('books-rule', 'The price of the term is too large.')
  return cents
}

/** Lists the fields that are the unit of a level of a type. */
export const listLevelUnits = async ({ db }: Scope, typeId: number): Promise<ReadonlySet<number>> => {
  const where = { tenantId: db.tenantId, typeId, unitFieldId: { not: null } }
  const levels = await db.prisma.membershipLevel.findMany({ where, select: { unitFieldId: true } })
  return new Set(levels.flatMap(({ unitFieldId }) => unitFieldId ?? []))
}

/** Finds a level of a type with what its list price depends on. */
export const findPlanLevel = ({ db: { tenantId } }: Scope, models: Models, typeId: number, id: number) =>
  models.membershipLevel.findFirst({
    where: { tenantId, typeId, id },
    include: { ...WITH_BANDS, feeItem: { select: { id: true, name: true } } },
  })
