import type { SqlRunner } from '#kernel/database/sql-runner'
import { ruleRefused } from '#kernel/errors/problem'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { nameKeyOf } from '#kernel/records/names'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { Discount } from '#prisma/client'
import { discountEvents } from '../books.events.ts'
import { discountList } from './discounts.listing.ts'
import { divideDiscount, isDiscountValid } from './discounts.model.ts'

export const discountKind: RecordKind<Discount> = {
  entity: 'discount',
  table: 'discount',
  columns: { percent: 'DiscountPercent', amount: 'DiscountAmount', type_id: 'DiscountTypeId' },
  events: discountEvents,
  find: (tx, { tenantId, id }) => tx.discount.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a discount in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readDiscount = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, discountList(scope), id, 'discount')

/** Lists the discounts by name. */
export const listDiscounts = async ({ db }: Scope): Promise<Discount[]> =>
  (await db.prisma.discount.findMany({ where: { tenantId: db.tenantId } })).sort(compareByName)

/** Lists the discounts that are valid today, by name. */
export const listDiscountChoices = async ({ db, tenant, clock }: Scope): Promise<Choice[]> => {
  const today = todayOf({ tenant, clock })
  const found = await db.prisma.discount.findMany({ where: { tenantId: db.tenantId, isActive: true } })
  return found
    .filter((discount) => isDiscountValid(discount, today))
    .sort(compareByName)
    .map(({ id, name, promoCode }) => ({ id, name, extra: promoCode }))
}

/** The discount of a promotion code. */
export interface Promotion {
  id: number
  /** The account that is debited; null for the one of the books. */
  accountId: number | null
  /** The discount on each line, from their prices in cents. */
  ofLines: (prices: readonly number[]) => number[]
}

/** Finds the discount of a promotion code. @throws 422 store-rule if no discount with this code is valid. */
export const findPromotion = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  promoCode: string | null,
  today: Day,
): Promise<Promotion | null> => {
  if (promoCode === null) return null
  const found = await tx.discount.findFirst({ where: { tenantId, promoCodeKey: nameKeyOf(promoCode) } })
  if (!found || !isDiscountValid(found, today)) {
    const message = 'is not the promotion code of a discount that is valid today'
    throw ruleRefused('store-rule', 'The promotion code is not valid.', [{ pointer: '/PromoCode', message }])
  }
  return { id: found.id, accountId: found.accountId, ofLines: (prices) => divideDiscount(found, prices) }
}
