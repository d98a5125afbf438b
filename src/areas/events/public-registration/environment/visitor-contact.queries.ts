import { findInvitationByCode } from '#areas/events/invitations/invitations.queries'
import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { EventInvitation } from '#prisma/client'
import type { EventVisit, OpenEvent } from '../event-visit.queries.ts'

/** The contact whose prices a registration form shows. */
export interface PricedContact {
  contactId: number | null
  membershipIds: number[]
  /** The invitation whose code the request contains. */
  invitation: EventInvitation | null
}

/**
 * Finds the contact that a request names, else the member that is signed in, with its memberships. A code names the contact that
 * is invited. An id names a contact for staff, and for everybody if the event accepts email addresses as proof of membership
 * (MembershipProof None). The word null, and a code or id that is unknown, mean nobody. With MembershipProof SignIn, only a
 * credential proves memberships.
 */
export const findPricedContact = async (
  visit: EventVisit,
  tx: Transaction,
  event: Pick<OpenEvent, 'membershipProof'>,
  named = 'null',
): Promise<PricedContact> => {
  const { scope } = visit
  const { tenantId } = scope.db
  const invitation = ID.test(named) ? null : await findInvitationByCode(scope, tx, visit.eventId, named)
  const id = invitation?.contactId ?? (await idOf(visit, tx, event, named))
  const where = { tenantId, id: id ?? 0, deletedAt: null }
  const contact = await tx.contact.findFirst({ where, select: { id: true } })
  if (!contact) return { contactId: null, membershipIds: [], invitation }
  const isUnproved = event.membershipProof === 'SignIn' && !visit.isStaff && contact.id !== visit.contactId
  if (isUnproved) return { contactId: contact.id, membershipIds: [], invitation }
  const memberships = await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, [contact.id]))
  const membershipIds = memberships.map(({ membershipId }) => membershipId)
  return { contactId: contact.id, membershipIds, invitation }
}

const ID = /^\d{1,9}$/

const idOf = async (
  { scope, isStaff, contactId }: EventVisit,
  tx: Transaction,
  { membershipProof }: Pick<OpenEvent, 'membershipProof'>,
  named: string,
): Promise<number | null> =>
  ID.test(named) && (isStaff || membershipProof === 'None')
    ? findMeantContact(tx, scope.db.tenantId, Number(named))
    : contactId
