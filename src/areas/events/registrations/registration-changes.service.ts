import { lockEvent } from '#areas/events/events/locked-events.queries'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { ValuePlan } from '#areas/people/custom-fields/values/values.service'
import { conflict, notFound } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { type Change, changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
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
export const registrationChange = (
  registration: EventRegistration,
  action: ChangeAction,
  eventKind?: string,
  more: ValuePlan['changes'] = {},
): Change => {
  const { eventId, orderId, contactId, statusId, typeId, groupNumber, discountId, ...row } = registration
  const payload = { eventId, orderId, contactId, statusId }
  const { prefix, firstName, middleName, lastName, suffix, badgeName, emailAddress, organizationName, title } = row
  const person = { prefix, firstName, middleName, lastName, suffix, badgeName, emailAddress, organizationName, title }
  const changes = { ...payload, typeId, groupNumber, discountId, ...person, ...more }
  return changeOf(registrationKind, registration, action, { changes, payload, ...(eventKind && { eventKind }) })
}

/**
 * Changes the columns of a locked registration, raises its version, and records it.
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
  const where = { tenantId_id: { tenantId, id } }
  const saved = await tx.eventRegistration.update({ where, data: { ...data, ...NEXT_VERSION } })
  await recordChange(scope, tx, registrationChange(saved, 'updated', eventKind, more))
  return saved
}
