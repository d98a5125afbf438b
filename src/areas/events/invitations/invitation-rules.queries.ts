import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation, EventRegistration, EventRegistrationType } from '#prisma/client'
import { invitedElsewhereSql } from './invitation-rules.sql.ts'

/** Whether an invitation permits a registration type: those for invited people need one. */
export const isPermitted = (
  { id, isForInvited }: Pick<EventRegistrationType, 'id' | 'isForInvited'>,
  invitation: Pick<EventInvitation, 'typeId'> | null,
): boolean => !isForInvited || (invitation !== null && (invitation.typeId === null || invitation.typeId === id))

/** Whether another order than the one with an id has used an invitation. */
export const isUsedElsewhere = async (
  { clock }: Scope,
  tx: Transaction,
  invitation: EventInvitation,
  orderId: number,
): Promise<boolean> => (await tx.rows(invitedElsewhereSql(invitation, orderId, clock.now()))).length > 0

/** A registration of a type for invited people, and the contact that is to have it. */
interface InvitedRegistration {
  registration: Pick<EventRegistration, 'tenantId' | 'eventId' | 'orderId' | 'typeId'>
  contactId: number
}

/** Whether a contact has an invitation to the type of a registration that no other order has used. */
export const isInvitedTo = async (
  scope: Scope,
  tx: Transaction,
  { registration: { tenantId, eventId, orderId, typeId }, contactId }: InvitedRegistration,
): Promise<boolean> => {
  const invitation = await tx.eventInvitation.findFirst({ where: { tenantId, eventId, contactId } })
  if (!invitation || !isPermitted({ id: typeId, isForInvited: true }, invitation)) return false
  return !(await isUsedElsewhere(scope, tx, invitation, orderId))
}
