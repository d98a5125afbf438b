import { releaseSeats } from '#areas/events/event-groups/purchased-tables.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/**
 * Gives back what registrations used that are cancelled or rejected. Call it in the transaction of the change, after the
 * registrations have their new statuses. Lock the event and the payer first. Repeating it has no effect.
 */
export const releaseUsed = (scope: Scope, tx: Transaction, registrationIds: readonly number[]): Promise<void> =>
  releaseSeats(scope, tx, registrationIds)
