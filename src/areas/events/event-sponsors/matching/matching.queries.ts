import type { MatchCandidate } from '#areas/people/contacts/candidates/candidates.queries'
import { findContactsAsLocked } from '#areas/people/contacts/records/records.queries'
import { getRecord } from '#kernel/records/read'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventSponsor } from '#prisma/client'
import { eventSponsorKind } from '../event-sponsors.queries.ts'
import { type DifferenceRow, differencesSql } from '../event-sponsors.sql.ts'
import { type LockedSponsor, matchedId } from '../sponsor-changes.service.ts'
import { findCandidatesOf } from './match-sides.service.ts'
import { SIDES, type Side } from './sponsor-parties.model.ts'

/** A sponsor with its matches and those that are possible. */
export interface SponsorMatches {
  sponsor: EventSponsor
  /** The line of its order; 0 if there is none. */
  lineId: number
  /** The contacts that it is matched with. */
  matched: Record<Side, number | null>
  /** Null if the caller cannot read contacts. */
  candidates: Record<Side, MatchCandidate[] | null>
  differences: readonly DifferenceRow[]
}

/** Selects the fields in which what was entered for a sponsor differs from its matched contacts. */
export const findDifferences = (
  { db }: Pick<Scope, 'db'>,
  runner: { rows: Transaction['rows'] },
  id: number,
): Promise<DifferenceRow[]> => runner.rows<DifferenceRow>(differencesSql(db.tenantId, id))

/**
 * Returns what was entered for a sponsor, what it is matched with, and the contacts that its unmatched sides may be.
 *
 * @param searched the sides whose candidates are searched. @throws 404.
 */
export const readMatches = (scope: Scope, id: number, searched: readonly Side[]): Promise<SponsorMatches> =>
  scope.db.transaction(async (tx) => {
    const sponsor = await getRecord(scope, eventSponsorKind, id, tx)
    const { tenantId, eventId, contactId, personId } = sponsor
    const contacts = await findContactsAsLocked(tx, scope, [contactId, personId])
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
      sponsor,
      lineId: line?.id ?? 0,
      matched: { organization: matchedId(matches, 'contactId'), person: matchedId(matches, 'personId') },
      candidates: { organization: await candidatesOf('organization'), person: await candidatesOf('person') },
      differences: await findDifferences(scope, tx, id),
    }
  })

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
