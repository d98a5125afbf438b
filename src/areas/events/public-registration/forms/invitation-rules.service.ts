import { findInvitationByCode } from '#areas/events/invitations/invitations.queries'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation, EventRegistration } from '#prisma/client'
import type { EventVisit } from '../event-visit.queries.ts'
import { type FormFault, fault } from '../refusals.model.ts'
import type { ChosenAttendee } from './choices.model.ts'
import type { RegistrationForm } from './form.input.ts'
import { isPermitted } from './invitation-rules.model.ts'
import { invitedElsewhereSql } from './invitation-rules.sql.ts'

const CODE = '/InvitationCode'

/** Finds the invitation of a form: that of its code, else that of the cart. Adds the fault of a code that is not valid. */
export const findFormInvitation = async (
  { scope, eventId }: EventVisit,
  tx: Transaction,
  { body }: RegistrationForm,
  orderId: number,
  faults: FormFault[],
): Promise<EventInvitation | null> => {
  const { tenantId } = scope.db
  if (body.InvitationCode) {
    const found = await findInvitationByCode(scope, tx, eventId, body.InvitationCode)
    if (!found) faults.push(fault(CODE, 'unknown', 'This invitation is not valid.'))
    return found
  }
  if (orderId === 0) return null
  const orders = { some: { id: orderId } }
  return tx.eventInvitation.findFirst({ where: { tenantId, eventId, orders, contact: { deletedAt: null } } })
}

/**
 * The faults of attendees that register for a type for invited people: each invitation is for one person. Staff register
 * anybody. An attendee that a table, a sponsorship or a booth includes needs no invitation.
 */
export const faultsOfInvitation = async (
  { scope, isStaff }: EventVisit,
  tx: Transaction,
  attendees: readonly ChosenAttendee[],
  invitation: EventInvitation | null,
  orderId: number,
): Promise<FormFault[]> => {
  const invited = isStaff ? [] : attendees.filter(({ type, isIncluded }) => type.isForInvited && !isIncluded)
  if (invited.length === 0) return []
  const at = (attendee: ChosenAttendee) => `${attendee.pointer}/EventRegistrationTypeId`
  const refused = invited.filter(({ type }) => !isPermitted(type, invitation))
  const permitted = invited.filter(({ type }) => isPermitted(type, invitation))
  const isUsed =
    invitation !== null &&
    permitted.length > 0 &&
    (await tx.rows(invitedElsewhereSql(invitation, orderId, scope.clock.now()))).length > 0
  return [
    ...refused.map((attendee) => fault(at(attendee), 'notEntitled', `${attendee.type.name} is for invited people.`)),
    ...permitted
      .slice(isUsed ? 0 : 1)
      .map((attendee) => fault(at(attendee), 'tooMany', 'An invitation is for one person.')),
  ]
}

/** A registration of a type for invited people, and the contact that is to have it. */
interface InvitedRegistration {
  registration: Pick<EventRegistration, 'tenantId' | 'eventId' | 'orderId' | 'typeId'>
  contactId: number
}

/** Whether a contact has an invitation to the type of a registration that no other order has used. */
export const isInvitedTo = async (
  { clock }: Scope,
  tx: Transaction,
  { registration: { tenantId, eventId, orderId, typeId }, contactId }: InvitedRegistration,
): Promise<boolean> => {
  const invitation = await tx.eventInvitation.findFirst({ where: { tenantId, eventId, contactId } })
  if (!invitation || !isPermitted({ id: typeId, isForInvited: true }, invitation)) return false
  return (await tx.rows(invitedElsewhereSql(invitation, orderId, clock.now()))).length === 0
}
