import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { registrationFollowers } from '../registration-followers.service.ts'
import { returnBenefits } from '../used-benefits.service.ts'

/**
 * Gives back what registrations used that are cancelled or rejected: seats at tables, and benefits. Call it in the transaction of
 * the change, after the registrations have their new statuses. Lock the event and the payer first, and documents after it.
 * Repeating it has no effect.
 */
export const releaseUsed = async (scope: Scope, tx: Transaction, registrationIds: readonly number[]): Promise<void> => {
  for (const { release } of registrationFollowers.entries()) await release?.(scope, tx, registrationIds)
  await returnBenefits(scope, tx, registrationIds)
}
