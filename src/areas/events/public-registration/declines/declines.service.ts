import { findInvitationByCode } from '#areas/events/invitations/invitations.queries'
import { declineInvitation } from '#areas/events/invitations/invitations.service'
import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation } from '#prisma/client'
import { type EventVisit, readOpenEvent } from '../event-visit.queries.ts'
import { RegistrationRefusal } from '../refusals.model.ts'

/**
 * Declines the invitation of a code, or of the id of a contact.
 *
 * @returns whether it is declined now. An id from a stranger is treated as if the contact had no invitation, so that nobody
 *   learns about contacts, or declines for another.
 * @throws RegistrationRefusal 404; 409 if the contact is registered.
 */
export const declineAsVisitor = (visit: EventVisit, named: string): Promise<boolean> =>
  visit.scope.db.transaction(async (tx) => {
    await readOpenEvent(visit, tx)
    const invitation = await findNamedInvitation(visit, tx, named)
    if (!invitation) return false
    const result = await declineInvitation(visit.scope, tx, invitation.id)
    if (result === 'registered')
      throw new RegistrationRefusal(
        409,
        'You are registered for the event. Ask the organizer to cancel the registration.',
      )
    return result === 'declined'
  })

const findNamedInvitation = async (
  { scope, eventId, isStaff, contactId: ownId }: EventVisit,
  tx: Transaction,
  named: string,
): Promise<EventInvitation | null> => {
  if (!/^\d{1,9}$/.test(named)) return findInvitationByCode(scope, tx, eventId, named)
  const contactId = await findMeantContact(tx, scope.db.tenantId, Number(named))
  if (!isStaff && contactId !== ownId) return null
  const where = { tenantId: scope.db.tenantId, eventId, contactId: contactId ?? 0 }
  return tx.eventInvitation.findFirst({ where })
}
