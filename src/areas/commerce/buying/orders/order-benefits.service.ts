import { reverseUse, useBenefit } from '#areas/commerce/benefit-ledger/usage/usage.service'
import { partOf } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { StorePurchaseLine } from '#prisma/client'
import type { OrderLine } from '../checkout/checkout.model.ts'

const ORDER_LINE = 'order-line'

const sourceOf = (id: number) => ({ kind: ORDER_LINE, id })

/**
 * Uses the benefits that reduce the lines of a new order, of the contact or the business that covers it. Call it before the
 * stock is taken: everything that changes both takes the locks in this order.
 *
 * @throws 422 benefit-used-up.
 */
export const useBenefits = (
  scope: Scope,
  tx: Transaction,
  { id, contactId }: { id: number; contactId: number },
  lines: readonly OrderLine[],
): Promise<void> => {
  const uses = lines.flatMap(({ lineId, benefit }, at) =>
    benefit ? [{ ...benefit, lineId, pointer: `/Lines/${at}/BenefitQuantity` }] : [],
  )
  if (uses.length === 0) return Promise.resolve()
  return runForWholeTenant(scope, tx, async () => {
    for (const { lineId, ...use } of uses.sort((a, b) => a.itemId - b.itemId))
      await useBenefit(scope, tx, {
        ...use,
        contactId,
        source: sourceOf(lineId),
        key: `${ORDER_LINE}:${lineId}`,
        description: `Order S-${id}`,
      })
  })
}

/** Pieces of a line that are cancelled or refunded, after `refunded` others. */
export interface ReturnedPieces {
  line: StorePurchaseLine
  quantity: number
}

/**
 * Takes back the usage of benefits for returned pieces of lines: their share, so that all pieces of a line give back all.
 * Call it before the stock is returned.
 */
export const returnBenefits = (scope: Scope, tx: Transaction, returned: readonly ReturnedPieces[]): Promise<void> => {
  const parts = returned
    .flatMap(({ line, quantity }) => {
      const { id, benefitItemId, benefitQuantity, refunded, quantity: whole } = line
      if (benefitItemId === null) return []
      return [{ id, benefitItemId, pieces: partOf(benefitQuantity, refunded, refunded + quantity, whole) }]
    })
    .sort((a, b) => a.benefitItemId - b.benefitItemId)
  if (parts.length === 0) return Promise.resolve()
  return runForWholeTenant(scope, tx, async () => {
    for (const { id, pieces } of parts) if (pieces > 0) await reverseUse(scope, tx, sourceOf(id), pieces)
  })
}
