import type { PersonFollower } from '#areas/people/contacts/merges/merge-followers.service'
import { findContactsAsLocked, type LockedContact } from '#areas/people/contacts/records/records.queries'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventSponsor } from '#prisma/client'
import { TRANSITIONS } from '../event-sponsor-statuses.listing.ts'
import { eventSponsorKind } from '../event-sponsors.queries.ts'
import { saveMatches } from './matched-sponsors.service.ts'
import { SIDES, type Side } from './sponsor-parties.model.ts'

/**
 * Locks the sponsors of events whose organization or contact person is a person that lists do not show, in the order of their
 * ids. The caller has locked the person, and takes it into the contacts or merges it next.
 */
export const lockSponsorsOf = async (scope: Scope, tx: Transaction, personId: number): Promise<EventSponsor[]> => {
  const { tenantId } = scope.db
  const where = { tenantId, OR: [{ contactId: personId }, { personId }], statusId: { in: [...TRANSITIONS.edit] } }
  const found = await tx.eventSponsor.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await lockRows(scope, tx, eventSponsorKind, ids, 'no key update')
  return tx.eventSponsor.findMany({ where: { ...where, id: { in: ids } }, orderBy: { id: 'asc' } })
}

/**
 * Makes sponsors matched whose person has become a contact: an approved one gets its benefits, and the history says so. A merge
 * has moved their registrations already.
 *
 * @param sponsors as lockSponsorsOf returned them. @param contact that the person is now.
 */
export const followPerson = async (
  scope: Scope,
  tx: Transaction,
  sponsors: readonly EventSponsor[],
  person: LockedContact,
  contact: LockedContact,
): Promise<void> => {
  for (const sponsor of sponsors) {
    const sides = (['organization', 'person'] as const).filter((side) => sponsor[SIDES[side].column] === person.id)
    const ids = [sponsor.contactId, sponsor.personId].filter((id) => id !== person.id && id !== contact.id)
    const others = await findContactsAsLocked(tx, scope, ids)
    const before = { sponsor, contacts: [...others, { ...person, isUnmatched: true }] }
    const after = { sponsor: withContact(sponsor, sides, contact.id), contacts: [...others, listed(contact)] }
    await saveMatches(scope, tx, before, after)
  }
}

/** Follows a person into the contacts with its sponsors. */
export const sponsorFollower: PersonFollower = async (scope, tx, personId) => {
  const sponsors = await lockSponsorsOf(scope, tx, personId)
  return (person, contact) => followPerson(scope, tx, sponsors, person, contact)
}

const listed = (contact: LockedContact): LockedContact => ({ ...contact, isUnmatched: false })

const withContact = (sponsor: EventSponsor, sides: readonly Side[], contactId: number): EventSponsor => ({
  ...sponsor,
  ...Object.fromEntries(sides.map((side) => [SIDES[side].column, contactId])),
})
