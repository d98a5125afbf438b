import type { UnmatchedPersonMatches } from '#contract/people/unmatched'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { readRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import type { Contact } from '#prisma/client'
import {
  type EnteredParty,
  findMatchCandidates,
  isSuggested,
  type MatchCandidate,
  presentCandidates,
} from '../candidates/candidates.queries.ts'
import { unmatchedList } from './unmatched.listing.ts'

type EnteredNames = Pick<
  Contact,
  'systemTypeId' | 'firstName' | 'lastName' | 'organizationName' | 'emailAddress' | 'phone' | 'city'
>

/** Finds the contacts that a person may be, best first. @param runner the transaction of the caller, if it has one. */
export const findCandidatesOf = (scope: Scope, runner: SqlRunner, person: EnteredNames): Promise<MatchCandidate[]> =>
  findMatchCandidates(scope, runner, partyOf(person))

const partyOf = ({ systemTypeId, firstName, lastName, ...person }: EnteredNames): EnteredParty => ({
  systemTypeId: systemTypeId === 1 ? 1 : 2,
  firstName,
  lastName,
  organizationName: systemTypeId === 1 ? null : person.organizationName,
  emailAddress: person.emailAddress,
  phone: person.phone,
  city: person.city,
})

/** Reads a person that matches no contact yet, with the contacts that it may be. @throws 404. */
export const readUnmatchedPerson = async (scope: Scope, contactId: number): Promise<UnmatchedPersonMatches> => {
  const { db } = scope
  const row = await readRow(db, scope, unmatchedList(scope), contactId, 'unmatched person')
  const person = await db.prisma.contact.findFirst({ where: { tenantId: db.tenantId, id: contactId } })
  const candidates = person ? await findCandidatesOf(scope, db, person) : []
  const [best] = candidates
  const proposed = isSuggested(best) ? best.contact.id : null
  return {
    Person: JSON.parse(row) as UnmatchedPersonMatches['Person'],
    MatchType: proposed === null ? 'New' : 'Existing',
    ContactId: proposed,
    PotentialMatches: presentCandidates(candidates),
  }
}
