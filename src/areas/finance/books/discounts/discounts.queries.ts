import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { compareByName } from '#kernel/text/by-name'
import { dayIn } from '#kernel/time/day'
import type { Discount } from '#prisma/client'
import { discountEvents } from './discounts.events.ts'
import { discountList } from './discounts.listing.ts'
import { isDiscountValid } from './discounts.model.ts'

export const discountKind: RecordKind<Discount> = {
  entity: 'discount',
  table: 'discount',
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
  const today = dayIn(tenant.timeZone, clock.now())
  const found = await db.prisma.discount.findMany({ where: { tenantId: db.tenantId, isActive: true } })
  return found
    .filter((discount) => isDiscountValid(discount, today))
    .sort(compareByName)
    .map(({ id, name, promoCode }) => ({ id, name, extra: promoCode }))
}
