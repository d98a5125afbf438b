import { endGrant, grantBenefits } from '#areas/commerce/benefit-ledger/grants/grants.service'
import { lockEvent } from '#areas/events/events/events.queries'
import { type LockedContact, lockContacts } from '#areas/people/contacts/records/records.queries'
import { MAX_ID } from '#kernel/database/ids'
import { conflict, notFound } from '#kernel/errors/problem'
import type { Change } from '#kernel/records/change'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays, addMonths } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { EventSponsor, Prisma } from '#prisma/client'
import { APPROVED, allows, STATUSES, type Transition } from './event-sponsor-statuses.listing.ts'
import { eventSponsorKind } from './event-sponsors.queries.ts'

/** Identifies a sponsor, as in a path: some paths do not contain the event. */
interface SponsorKey {
  eventId?: number
  id: number
}

/** A locked sponsor with its locked contacts. */
export interface LockedSponsor {
  sponsor: EventSponsor
  contacts: readonly LockedContact[]
}

export const sponsorState = (detail: string) => conflict('sponsor-state', detail)

/** Rejects a change that the status of a sponsor does not allow. @throws 409 sponsor-state. */
export const requireAllowed = (transition: Transition, { statusId }: EventSponsor): void => {
  if (!allows(transition, statusId)) throw sponsorState(`The sponsor is ${(STATUSES[statusId] ?? '').toLowerCase()}.`)
}

/**
 * Locks the event of a sponsor, its contacts and then the sponsor, as every change of one does, so that two changes cannot
 * block each other.
 *
 * @param more further contacts that the change needs. @throws 404; 409 stale-audit-id, merged; 412.
 */
export const lockSponsor = async (
  scope: Scope,
  tx: Transaction,
  { eventId, id }: SponsorKey,
  expected?: ExpectedVersion,
  more: readonly number[] = [],
): Promise<LockedSponsor> => {
  const found = id > MAX_ID ? null : await eventSponsorKind.find(tx, { tenantId: scope.db.tenantId, id }, scope)
  if (!found || (eventId !== undefined && found.eventId !== eventId)) throw notFound('sponsor')
  await lockEvent(scope, tx, found.eventId)
  const ids = [found.contactId, found.personId, ...more].filter((one) => one !== null)
  const contacts = await lockContacts(tx, scope, ids)
  const sponsor = await lockRecord(scope, tx, eventSponsorKind, id, expected, 'no key update')
  if (sponsor.contactId !== found.contactId || sponsor.personId !== found.personId)
    throw conflict('merged', 'A contact of the sponsor was changed during the request. Retry the request.')
  return { sponsor, contacts }
}

/** Describes a change of a sponsor, for history and events. @param eventKind if it is not that of the action. */
export const describeEventSponsorChange = (
  sponsor: EventSponsor,
  action: ChangeAction,
  eventKind?: string,
  more: Prisma.InputJsonObject = {},
): Change => {
  const { eventId, tierId, statusId, contactId, personId } = sponsor
  const payload = { eventId, sponsorshipTierId: tierId, statusId, contactId, individualContactId: personId }
  return changeOf(eventSponsorKind, sponsor, action, { changes: more, payload, ...(eventKind && { eventKind }) })
}

/**
 * Changes the columns of a locked sponsor, raises its version, and records it.
 *
 * @param more further changes for the history.
 */
export const changeSponsor = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id }: Pick<EventSponsor, 'tenantId' | 'id'>,
  data: Prisma.EventSponsorUncheckedUpdateInput,
  eventKind?: string,
  more?: Prisma.InputJsonObject,
): Promise<EventSponsor> => {
  await lockRows(scope, tx, eventSponsorKind, [id], 'no key update')
  const where = { tenantId_id: { tenantId, id } }
  const saved = await tx.eventSponsor.update({ where, data: { ...data, ...NEXT_VERSION } })
  await recordChange(scope, tx, describeEventSponsorChange(saved, 'updated', eventKind, more))
  return saved
}

type Side = 'contactId' | 'personId'

/** Returns the contact of one side if the sponsor is matched with it, and it is not deleted. */
export const matchedId = ({ sponsor, contacts }: LockedSponsor, side: Side): number | null => {
  const found = contacts.find(({ id }) => id === sponsor[side])
  return found && !found.isDeleted && !found.isUnmatched ? found.id : null
}

/** Returns the contact that gets the benefits: the organization, or the person if there is no organization to match. */
const beneficiaryOf = (locked: LockedSponsor): number | null => {
  const { name, leavesOutOrganization } = locked.sponsor
  const organizationId = matchedId(locked, 'contactId')
  if (organizationId !== null) return organizationId
  return name === null || leavesOutOrganization ? matchedId(locked, 'personId') : null
}

/**
 * Grants the benefits of the tier to the contact of an approved sponsor, once for each approval; does nothing without a
 * match. Benefits are locked last.
 *
 * @returns the granted package; null if nothing was granted.
 */
export const grantSponsorBenefits = async (
  scope: Scope,
  tx: Transaction,
  locked: LockedSponsor,
): Promise<number | null> => {
  const { tenantId, id, tierId, statusId, approvalCount } = locked.sponsor
  const contactId = beneficiaryOf(locked)
  if (statusId !== APPROVED || contactId === null) return null
  const tier = await tx.eventTier.findFirst({ where: { tenantId, id: tierId }, include: { sponsorshipType: true } })
  const { benefitPackageId = null, lengthInMonths = null } = tier?.sponsorshipType ?? {}
  if (benefitPackageId === null) return null
  const from = todayOf(scope)
  const through = lengthInMonths === null ? null : addDays(addMonths(from, lengthInMonths), -1)
  const source = { kind: 'eventsponsor' as const, id }
  await grantBenefits(scope, tx, {
    contactId,
    packageId: benefitPackageId,
    source,
    variantId: approvalCount,
    from,
    through,
  })
  return benefitPackageId
}

/** Takes back the benefits of a sponsor that are not used. The caller has locked its contacts. */
export const takeBenefitsBack = (scope: Scope, tx: Transaction, { id }: Pick<EventSponsor, 'id'>): Promise<void> =>
  endGrant(scope, tx, { kind: 'eventsponsor', id }, true)

/**
 * Rejects another contact for a sponsor whose benefits were granted: what was used belongs to the first one. A merge of both
 * contacts moves them.
 *
 * @throws 409 sponsor-state.
 */
export const requireSameBeneficiary = (before: LockedSponsor, after: LockedSponsor): void => {
  if (before.sponsor.benefitPackageId === null || beneficiaryOf(before) === beneficiaryOf(after)) return
  throw sponsorState('Benefits of the sponsor are granted to its contact. Merge the two contacts instead.')
}
