import { reverseUse, useBenefit } from '#areas/commerce/benefit-ledger/usage/usage.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'

const REGISTRATION = 'event-registration'

const sourceOf = (id: number) => ({ kind: REGISTRATION, id })

/** A registration that uses a piece of a benefit of its payer. */
export interface BenefitUse {
  registrationId: number
  itemId: number
  payerId: number
  /** The number of its order, for the ledger. */
  confirmationNumber: string
}

/**
 * Uses one piece of a benefit for each of these registrations, once. Lock the event and the payer before; documents follow.
 *
 * @throws 422 benefit-used-up.
 */
export const useBenefits = (scope: Scope, tx: Transaction, uses: readonly BenefitUse[]): Promise<void> => {
  if (uses.length === 0) return Promise.resolve()
  return runForWholeTenant(scope, tx, async () => {
    // In one order, so that two orders cannot block each other.
    for (const use of [...uses].sort((a, b) => a.itemId - b.itemId || a.registrationId - b.registrationId))
      await useBenefit(scope, tx, {
        contactId: use.payerId,
        itemId: use.itemId,
        quantity: 1,
        source: sourceOf(use.registrationId),
        key: `${REGISTRATION}:${use.registrationId}`,
        description: `Registration ${use.confirmationNumber}`,
      })
  })
}

/**
 * Gives back the benefits that registrations used, when they are rejected or cancelled. Those that used none, or gave it back
 * before, change nothing. The caller has locked the event.
 */
export const returnBenefits = (scope: Scope, tx: Transaction, registrationIds: readonly number[]): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const ids = await withTransferred(scope, tx, registrationIds)
    for (const id of ids.toSorted((a, b) => a - b)) await reverseUse(scope, tx, sourceOf(id))
  })

/** Adds the registrations that were transferred to these: the first one of them has used the benefit. */
const withTransferred = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  registrationIds: readonly number[],
): Promise<number[]> => {
  const all = [...registrationIds]
  for (let next = all; next.length > 0; all.push(...next)) {
    const where = { tenantId, id: { in: [...next] }, transferredFromId: { not: null } }
    const rows = await tx.eventRegistration.findMany({ where, select: { transferredFromId: true } })
    next = rows.flatMap(({ transferredFromId }) => transferredFromId ?? [])
  }
  return all
}
