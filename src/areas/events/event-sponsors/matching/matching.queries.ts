import type { LockedContact } from '#areas/people/contacts/records/records.queries'
import type { BusinessMatch, IndividualMatch, NameFix } from '#contract/events/event-sponsors'
import { getRecord } from '#kernel/records/read'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { eventSponsorKind } from '../event-sponsors.queries.ts'
import { type DifferenceRow, differencesSql } from '../event-sponsors.sql.ts'
import { matchedId } from '../sponsor-benefits.service.ts'
import type { LockedSponsor } from '../sponsor-changes.service.ts'
import { findCandidatesOf } from './match-sides.service.ts'
import {
  presentBusinessMatch,
  presentIndividualMatch,
  presentNameFix,
  type SponsorMatches,
} from './matching.presenter.ts'
import { SIDES, type Side } from './sponsor-parties.model.ts'

/** Returns what was entered for the organization of a sponsor, with the contacts that it may be. @throws 404. */
export const readBusinessMatch = async (scope: Scope, id: number): Promise<BusinessMatch> =>
  presentBusinessMatch(await readMatches(scope, id, ['organization']))

/** Returns what was entered for the contact person of a sponsor, with the contacts that it may be. @throws 404. */
export const readIndividualMatch = async (scope: Scope, id: number): Promise<IndividualMatch> =>
  presentIndividualMatch(await readMatches(scope, id, ['organization', 'person']))

/** Returns what was entered for a sponsor, with the fields in which its matched contacts differ. @throws 404. */
export const readNameFix = async (scope: Scope, id: number): Promise<NameFix> =>
  presentNameFix(await readMatches(scope, id, []))

/** Selects the fields in which what was entered for a sponsor differs from its matched contacts. */
export const findDifferences = (
  { db }: Pick<Scope, 'db'>,
  runner: { rows: Transaction['rows'] },
  id: number,
): Promise<DifferenceRow[]> => runner.rows<DifferenceRow>(differencesSql(db.tenantId, id))

const readMatches = (scope: Scope, id: number, searched: readonly Side[]): Promise<SponsorMatches> =>
  scope.db.transaction(async (tx) => {
    const sponsor = await getRecord(scope, eventSponsorKind, id, tx)
    const { tenantId, eventId, contactId, personId } = sponsor
    const contacts = await findContacts(tx, tenantId, [contactId, personId])
    const line = await tx.eventOrderLine.findFirst({
      where: { tenantId, eventId, sponsorId: id },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
    const matches = { sponsor, contacts }
    const canSearch = hasGrant(scope, 'contacts:read')
    const candidatesOf = (side: Side) =>
      canSearch ? searchUnmatched(scope, tx, matches, side, searched) : Promise.resolve(null)
    return {
      ...{ sponsor, lineId: line?.id ?? 0 },
      matched: { organization: matchedId(matches, 'contactId'), person: matchedId(matches, 'personId') },
      candidates: { organization: await candidatesOf('organization'), person: await candidatesOf('person') },
      differences: await findDifferences(scope, tx, id),
    }
  })

/** Reads contacts as a change would lock them. */
const findContacts = async (
  tx: Transaction,
  tenantId: number,
  ids: readonly (number | null)[],
): Promise<LockedContact[]> => {
  const found = await tx.contact.findMany({ where: { tenantId, id: { in: ids.filter((id) => id !== null) } } })
  return found.map(({ id, auditId, systemTypeId, deletedAt, isUnmatched, displayName, primaryContactId }) => ({
    ...{ id, auditId, isUnmatched, displayName, primaryContactId },
    systemTypeId: systemTypeId === 1 ? 1 : 2,
    isDeleted: deletedAt !== null,
  }))
}

const searchUnmatched = async (
  scope: Scope,
  tx: Transaction,
  matches: LockedSponsor,
  side: Side,
  searched: readonly Side[],
) =>
  searched.includes(side) && matchedId(matches, SIDES[side].column) === null
    ? findCandidatesOf(scope, tx, matches, side)
    : []
