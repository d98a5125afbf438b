import { isPermitted, isUsedElsewhere } from '#areas/events/invitations/invitation-rules.queries'
import { findInvitationByCode } from '#areas/events/invitations/invitations.queries'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation } from '#prisma/client'
import type { EventVisit } from '../event-visit.queries.ts'
import { type FormFault, fault } from '../refusals.model.ts'
import type { ChosenAttendee } from './choices.model.ts'
import type { RegistrationForm } from './form.input.ts'

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
  const isUsed = invitation !== null && permitted.length > 0 && (await isUsedElsewhere(scope, tx, invitation, orderId))
  return [
    ...refused.map((attendee) => fault(at(attendee), 'notEntitled', `${attendee.type.name} is for invited people.`)),
    ...permitted
      .slice(isUsed ? 0 : 1)
      .map((attendee) => fault(at(attendee), 'tooMany', 'An invitation is for one person.')),
  ]
}
