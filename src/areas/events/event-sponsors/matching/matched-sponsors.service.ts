import { changeRegistration } from '#areas/events/registrations/registration-changes.service'
import { recordPart } from '#areas/people/contacts/contact-changes.service'
import type { PersonFollower } from '#areas/people/contacts/merges/merge-followers.service'
import { findContactsAsLocked, type LockedContact } from '#areas/people/contacts/records/records.queries'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventRegistration, EventSponsor, Prisma } from '#prisma/client'
import { TRANSITIONS } from '../event-sponsor-statuses.listing.ts'
import { eventSponsorEvents } from '../event-sponsors.events.ts'
import { eventSponsorKind } from '../event-sponsors.queries.ts'
import {
  changeSponsor,
  grantSponsorBenefits,
  type LockedSponsor,
  requireSameBeneficiary,
} from '../sponsor-changes.service.ts'
import { SIDES, type Side } from './sponsor-parties.model.ts'

const BOTH: readonly Side[] = ['organization', 'person']

const isChanged = (before: LockedSponsor, after: LockedSponsor, side: Side): boolean => {
  const { column, leavesOut } = SIDES[side]
  return before.sponsor[column] !== after.sponsor[column] || before.sponsor[leavesOut] !== after.sponsor[leavesOut]
}

/** Returns whether the contact of a side is in lists now and was not before, although it is the same one. */
const isListed = (before: LockedSponsor, after: LockedSponsor, side: Side): boolean => {
  const find = ({ contacts, sponsor }: LockedSponsor) => contacts.find(({ id }) => id === sponsor[SIDES[side].column])
  return Boolean(find(before)?.isUnmatched && find(after)?.isUnmatched === false)
}

/**
 * Saves the matches of a sponsor: the registration of the contact person follows, an approved sponsor gets its benefits, and the
 * history of the sponsor and of each contact says what changed. Does nothing if nothing changed.
 *
 * @param more further columns of the sponsor. @throws 409 sponsor-state.
 */
export const saveMatches = async (
  scope: Scope,
  tx: Transaction,
  before: LockedSponsor,
  after: LockedSponsor,
  more: Prisma.EventSponsorUncheckedUpdateInput = {},
): Promise<void> => {
  const sides = BOTH.filter((side) => isChanged(before, after, side) || isListed(before, after, side))
  if (sides.length === 0 && Object.keys(more).length === 0) return
  requireSameBeneficiary(before, after)
  const { id, eventId, personId } = after.sponsor
  if (sides.includes('person') && personId !== null) await moveRegistration(scope, tx, after.sponsor)
  for (const side of sides) await recordSide(scope, tx, before, after, side, { eventSponsorId: id, eventId })
  const columns = Object.fromEntries(
    BOTH.flatMap((side) => [SIDES[side].column, SIDES[side].leavesOut]).map((name) => [name, after.sponsor[name]]),
  )
  const isGranted = before.sponsor.benefitPackageId !== null
  const benefitPackageId = isGranted ? null : await grantSponsorBenefits(scope, tx, after)
  const data = { ...columns, ...more, ...(benefitPackageId !== null && { benefitPackageId }) }
  const kind = sides.length > 0 ? eventSponsorEvents.matched : undefined
  await changeSponsor(scope, tx, after.sponsor, data, kind)
}

/** Writes the history of the contact that a side is matched with now, and of the listed one that it was matched with. */
const recordSide = async (
  scope: Scope,
  tx: Transaction,
  before: LockedSponsor,
  after: LockedSponsor,
  side: Side,
  source: Prisma.InputJsonObject,
): Promise<void> => {
  const { column } = SIDES[side]
  const [former, current] = [before, after].map(({ sponsor, contacts }) => {
    const found = contacts.find(({ id }) => id === sponsor[column])
    return found && !found.isUnmatched && !found.isDeleted ? found.id : null
  })
  if (current) await recordPart(scope, tx, current, 'eventSponsors', { ...source, side, isMatched: true })
  if (former && former !== current)
    await recordPart(scope, tx, former, 'eventSponsors', { ...source, side, isMatched: false })
}

/** Finds the registration of the contact person: the first of those that the sponsorship includes. */
export const findPersonRegistration = (
  tx: Transaction,
  { tenantId, eventId, id: sponsorId }: EventSponsor,
): Promise<EventRegistration | null> =>
  tx.eventRegistration.findFirst({
    where: { tenantId, eventId, sponsorId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })

const moveRegistration = async (scope: Scope, tx: Transaction, sponsor: EventSponsor): Promise<void> => {
  const registration = await findPersonRegistration(tx, sponsor)
  if (!registration || registration.contactId === sponsor.personId) return
  await changeRegistration(scope, tx, registration, { contactId: sponsor.personId })
}

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
