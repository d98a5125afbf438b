import { listGivingMemberships } from '#areas/people/memberships/benefits/benefits.queries'
import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { EventVisit } from '../event-visit.queries.ts'

/** The contact whose prices a registration form shows. */
export interface PricedContact {
  contactId: number | null
  membershipIds: number[]
}

/**
 * Finds the contact that a request names, else the member that is signed in, with its memberships. The word null, a code and an
 * unknown id mean nobody.
 */
export const findPricedContact = async (
  { scope, contactId: ownId }: EventVisit,
  tx: Transaction,
  named: string | undefined,
): Promise<PricedContact> => {
  const { tenantId } = scope.db
  const id = /^\d{1,9}$/.test(named ?? '') ? await findMeantContact(tx, tenantId, Number(named)) : ownId
  const where = { tenantId, id: id ?? 0, deletedAt: null }
  const contact = await tx.contact.findFirst({ where, select: { id: true } })
  if (!contact) return { contactId: null, membershipIds: [] }
  const memberships = await runForWholeTenant(scope, tx, () => listGivingMemberships(scope, tx, [contact.id]))
  return { contactId: contact.id, membershipIds: memberships.map(({ membershipId }) => membershipId) }
}
