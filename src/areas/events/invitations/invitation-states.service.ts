import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation } from '#prisma/client'
import { invitationEvents } from './invitations.events.ts'
import { invitationKind } from './invitations.queries.ts'
import { registeredSql } from './invitations.sql.ts'

/** Records a change of an invitation. @param eventKind if it is not that of the action. */
export const recordInvitation = (
  scope: Scope,
  tx: Transaction,
  invitation: EventInvitation,
  action: ChangeAction,
  eventKind?: string,
): Promise<void> => {
  const { eventId, contactId, state, typeId } = invitation
  const payload = { eventId, contactId, state }
  const changes = { ...payload, typeId }
  return recordChange(
    scope,
    tx,
    changeOf(invitationKind, invitation, action, { changes, payload, ...(eventKind && { eventKind }) }),
  )
}

/**
 * Declines an invitation. Declining it again has no effect.
 *
 * @returns declined; registered if the contact is registered for the event; missing if the invitation is withdrawn.
 */
export const declineInvitation = async (
  scope: Scope,
  tx: Transaction,
  id: number,
): Promise<'declined' | 'registered' | 'missing'> => {
  const { tenantId } = scope.db
  await lockRows(scope, tx, invitationKind, [id], 'no key update')
  const invitation = await invitationKind.find(tx, { tenantId, id }, scope)
  if (!invitation) return 'missing'
  const { eventId, contactId } = invitation
  const [found] = await tx.rows<{ isRegistered: boolean }>(registeredSql(tenantId, eventId, contactId))
  if (found?.isRegistered) return 'registered'
  if (invitation.state === 'Declined') return 'declined'
  const declined = await tx.eventInvitation.update({
    where: { tenantId_id: { tenantId, id } },
    data: { state: 'Declined', declinedAt: scope.clock.now(), isMailDue: false, ...NEXT_VERSION },
  })
  await recordInvitation(scope, tx, declined, 'updated', invitationEvents.declined)
  return 'declined'
}

/**
 * Marks the invitations of contacts that have just registered for an event, also those that were declined. Lock the event and
 * the contacts before.
 */
export const followRegistration = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  contactIds: readonly number[],
): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, eventId, contactId: { in: [...contactIds] }, state: { not: 'Registered' } }
  const found = await tx.eventInvitation.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  for (const id of await lockRows(
    scope,
    tx,
    invitationKind,
    found.map((one) => one.id),
    'no key update',
  )) {
    const registered = await tx.eventInvitation.update({
      where: { tenantId_id: { tenantId, id } },
      data: { state: 'Registered', declinedAt: null, isMailDue: false, ...NEXT_VERSION },
    })
    await recordInvitation(scope, tx, registered, 'updated', invitationEvents.registered)
  }
}
