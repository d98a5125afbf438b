import { findRemaining, refusalOf } from '#areas/commerce/benefit-ledger/usage/usage.service'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { exactShareOf } from '#kernel/money/cents'
import { referenceFault } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { BenefitItem } from '#prisma/client'
import type { DraftLine } from './cart.input.ts'

/** A line with the price of one piece in cents. */
type Line = Pick<DraftLine, 'itemId' | 'benefit'> & { unitCents: number }

/**
 * Returns what benefits take off the price of each line, in cents. Nothing is reserved: the order uses the benefits.
 *
 * @throws 422 store-rule; benefit-used-up if the contact, or the business that covers it, has too few pieces.
 */
export const findReductions = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  lines: readonly Line[],
): Promise<number[]> => {
  const ids = [...new Set(lines.flatMap(({ benefit }) => (benefit ? [benefit.itemId] : [])))]
  if (ids.length === 0) return lines.map(() => 0)
  const found = await tx.benefitItem.findMany({ where: { tenantId: scope.db.tenantId, id: { in: ids } } })
  const benefits = new Map(found.map((benefit) => [benefit.id, benefit]))
  const faults = lines.flatMap((line, at) => faultsOf(line, benefits, `/Lines/${at}/BenefitItemId`))
  if (faults.length > 0) throw ruleRefused('store-rule', 'Benefits of the cart cannot be used for its items.', faults)
  await requireRemaining(scope, tx, contactId, lines, ids)
  return lines.map(({ benefit, unitCents }) => {
    const percent = benefit ? (benefits.get(benefit.itemId)?.storePercent ?? 0) : 0
    return exactShareOf(unitCents * (benefit?.quantity ?? 0), percent, 100)
  })
}

const faultsOf = (
  { itemId, benefit }: Line,
  benefits: ReadonlyMap<number, BenefitItem>,
  pointer: string,
): FieldFault[] => {
  if (!benefit) return []
  const found = benefits.get(benefit.itemId)
  if (!found) return [referenceFault(pointer, 'benefit')]
  if (!found.isActive) return [{ pointer, message: 'is not active' }]
  if (found.storeItemId === itemId) return []
  return [{ pointer, message: 'does not reduce the price of this item' }]
}

const requireRemaining = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  lines: readonly Line[],
  ids: readonly number[],
): Promise<void> => {
  const remaining = await runForWholeTenant(scope, tx, () => findRemaining(scope, tx, contactId, ids))
  const used = new Map<number, number>()
  for (const [at, { benefit }] of lines.entries()) {
    if (!benefit) continue
    const { itemId, quantity } = benefit
    const account = remaining.get(itemId) ?? { usable: 0, remaining: 0 }
    used.set(itemId, (used.get(itemId) ?? 0) + quantity)
    if ((used.get(itemId) ?? 0) <= account.usable) continue
    const message = refusalOf(account)
    throw ruleRefused('benefit-used-up', message, [{ pointer: `/Lines/${at}/BenefitQuantity`, message }])
  }
}
