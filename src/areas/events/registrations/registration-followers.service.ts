import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration } from '#prisma/client'

/**
 * What an area does when registrations change. Each function is called in the transaction of the change, after the event of the
 * registrations is locked.
 */
export interface RegistrationFollower {
  /**
   * Releases what registrations used that are cancelled or rejected. They have their new statuses; documents are not locked yet.
   * Repeating it must have no effect.
   */
  release?: (scope: Scope, tx: Transaction, registrationIds: readonly number[]) => Promise<void>
  /** Moves what a registration has to the new one that takes it over. */
  move?: (scope: Scope, tx: Transaction, fromId: number, toId: number) => Promise<void>
  /** Takes back what the check-in of a locked registration brought. It still has its old status. */
  undoCheckIn?: (scope: Scope, tx: Transaction, registration: EventRegistration) => Promise<void>
  /** Offers the seats of an event that can have become free. */
  offerSeats?: (scope: Scope, tx: Transaction, eventId: number) => Promise<void>
}

export const registrationFollowers = register<RegistrationFollower>('followers of registrations')

/** Offers the free seats of an event to the people that wait. Call it after each change by which a seat can be free. */
export const offerFreeSeats = async (scope: Scope, tx: Transaction, eventId: number): Promise<void> => {
  for (const { offerSeats } of registrationFollowers.entries()) await offerSeats?.(scope, tx, eventId)
}
