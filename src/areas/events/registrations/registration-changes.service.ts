import { lockEvent } from '#areas/events/events/events.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { ValuePlan } from '#areas/people/custom-fields/values/values.service'
import { conflict, notFound } from '#kernel/errors/problem'
import type { Change } from '#kernel/records/change'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration, Prisma } from '#prisma/client'
import { registrationKind } from './registrations.queries.ts'

/** Identifies a registration for an event, as in a path. */
export interface RegistrationKey {
  eventId: number
  id: number
}

export const registrationState = (detail: string) => conflict('registration-state', detail)

/**
 * Locks the event of a registration, the contacts that pay and take part, and then the registration, as every change of
 * seats does, so that two changes cannot block each other.
 *
 * @throws 404, 409 stale-audit-id, 412.
 */
export const lockRegistration = async (
  scope: Scope,
  tx: Transaction,
  { eventId, id }: RegistrationKey,
  expected?: ExpectedVersion,
): Promise<EventRegistration> => {
  await lockEvent(scope, tx, eventId)
  const where = { tenantId: scope.db.tenantId, eventId, id }
  const select = { contactId: true, order: { select: { contactId: true } } } as const
  const found = await tx.eventRegistration.findFirst({ where, select })
  if (!found) throw notFound('registration')
  const contactIds = [found.contactId, found.order.contactId].filter((one) => one !== null)
  await lockContacts(tx, scope, contactIds)
  return lockRecord(scope, tx, registrationKind, id, expected, 'no key update')
}

/** Describes a change of a registration, for history and events. @param eventKind if it is not that of the action. */
export const describeRegistrationChange = (
  registration: EventRegistration,
  action: ChangeAction,
  eventKind?: string,
  more: ValuePlan['changes'] = {},
): Change => {
  const { eventId, orderId, contactId, statusId } = registration
  const payload = { eventId, orderId, contactId, statusId }
  return changeOf(registrationKind, registration, action, { changes: more, payload, ...(eventKind && { eventKind }) })
}

/**
 * Changes the columns of a registration whose event is locked, raises its version, and records it.
 *
 * @param more further changes for the history.
 */
export const changeRegistration = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id }: Pick<EventRegistration, 'tenantId' | 'id'>,
  data: Prisma.EventRegistrationUncheckedUpdateInput,
  eventKind?: string,
  more: ValuePlan['changes'] = {},
): Promise<EventRegistration> => {
  await lockRows(scope, tx, registrationKind, [id], 'no key update')
  const where = { tenantId_id: { tenantId, id } }
  const saved = await tx.eventRegistration.update({ where, data: { ...data, ...NEXT_VERSION } })
  await recordChange(scope, tx, describeRegistrationChange(saved, 'updated', eventKind, more))
  return saved
}

/**
 * What an area does when registrations change. Each function is called in the transaction of the change, after the event of the
 * registrations is locked.
 */
interface RegistrationFollower {
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
