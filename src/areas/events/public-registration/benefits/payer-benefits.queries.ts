import { findActiveBenefitNames } from '#areas/commerce/benefit-ledger/items/items.queries'
import { findRemaining, lockRemaining } from '#areas/commerce/benefit-ledger/usage/usage.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { EventRegistrationType } from '#prisma/client'
import type { PayerBenefit, PayerBenefits } from './benefits.model.ts'
import { type ReservedBenefit, reservedBenefitsSql } from './reserved-benefits.sql.ts'

interface Wanted {
  /** The contact that is proven to pay; null for a stranger, who has no benefits. */
  payerId: number | null
  types: readonly Pick<EventRegistrationType, 'benefitItemId'>[]
  /** The cart that reserves them; 0 for none. */
  orderId?: number
  /** Whether they are reserved in this transaction: they are locked. */
  isReserving?: boolean
}

/** Finds what the payer of a registration can use of the benefits of its types: without what other carts reserve. */
export const findPayerBenefits = async (
  scope: Scope,
  tx: Transaction,
  { payerId, types, orderId = 0, isReserving = false }: Wanted,
): Promise<PayerBenefits> => {
  const ids = [...new Set(types.flatMap(({ benefitItemId }) => benefitItemId ?? []))]
  if (payerId === null || ids.length === 0) return new Map()
  const names = await findActiveBenefitNames(scope, tx, ids)
  const itemIds = [...names.keys()]
  return runForWholeTenant(scope, tx, async () => {
    const find = isReserving ? lockRemaining : findRemaining
    const remaining = await find(scope, tx, payerId, itemIds)
    const ownerIds = [...new Set([...remaining.values()].map(({ ownerId }) => ownerId))]
    const wanted = { ownerIds, itemIds, orderId, now: scope.clock.now() }
    const reserved = await tx.rows<ReservedBenefit>(reservedBenefitsSql(scope.db.tenantId, wanted))
    return new Map(
      [...remaining].map(([itemId, { ownerId, usable }]): [number, PayerBenefit] => {
        const own = reserved.find((row) => row.itemId === itemId && row.ownerId === ownerId)
        return [itemId, { itemId, ownerId, name: names.get(itemId) ?? '', left: leftOf(usable, own) }]
      }),
    )
  })
}

/** Returns what is usable less what others reserve. A cart keeps what it has reserved, unless earlier carts need it. */
const leftOf = (usable: number, reserved: ReservedBenefit | undefined): number => {
  const { others, earlier, own } = reserved ?? { others: 0, earlier: 0, own: 0 }
  return Math.max(0, usable - others, Math.min(own, usable - earlier))
}
