import { endGrant, grantBenefits } from '#areas/commerce/benefit-ledger/grants/grants.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { addDays, addMonths } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { EventSponsor } from '#prisma/client'
import { APPROVED } from './event-sponsor-statuses.listing.ts'
import { type LockedSponsor, sponsorState } from './sponsor-changes.service.ts'

type Side = 'contactId' | 'personId'

/** Returns the contact of one side if the sponsor is matched with it, and it is not deleted. */
export const matchedId = ({ sponsor, contacts }: LockedSponsor, side: Side): number | null => {
  const found = contacts.find(({ id }) => id === sponsor[side])
  return found && !found.isDeleted && !found.isUnmatched ? found.id : null
}

/** The contact that gets the benefits: the organization, or the person if there is no organization to match. */
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
  const from = dayIn(scope.tenant.timeZone, scope.clock.now())
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
