import type {
  UnmatchedMatchOutcome,
  UnmatchedMatchReport,
  UnmatchedMatchRequestInput,
  UnmatchedPersonMatches,
} from '#contract/people/unmatched'
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
import { type ExactMatches, exactMatchesSql } from './unmatched.sql.ts'

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

/** People of one request; each match is a transaction of its own. */
const MAX_PEOPLE = 50

/** The planned outcomes of a request for its people. */
export interface BulkPlan {
  outcomes: UnmatchedMatchOutcome[]
  /** The last person, if there can be more. */
  next: number | null
}

/** Plans a request: the next people by their ids, and what happens to each. Changes nothing. */
export const planMatches = async (
  scope: Scope,
  { After, Until, Take, TakesInOthers }: UnmatchedMatchRequestInput,
): Promise<BulkPlan> => {
  const { tenantId, prisma } = scope.db
  const take = Math.min(Take ?? MAX_PEOPLE, MAX_PEOPLE)
  const id = { gt: After ?? 0, ...(Until && { lte: Until }) }
  const where = { tenantId, id, isUnmatched: true, deletedAt: null }
  const people = await prisma.contact.findMany({ where, orderBy: { id: 'asc' }, take })
  const ids = people.map(({ id }) => id)
  const exact = await findExact(scope, scope.db, ids)
  const outcomes: UnmatchedMatchOutcome[] = []
  for (const person of people)
    outcomes.push(await planPerson(scope, person, exact.get(person.id) ?? [], TakesInOthers ?? false))
  return { outcomes, next: people.length === take ? (ids.at(-1) ?? null) : null }
}

/** Finds the contacts with exactly the name and an address of people. @param runner the transaction of the caller, if it has one. */
export const findExact = async (
  { db }: Pick<Scope, 'db'>,
  runner: SqlRunner,
  personIds: readonly number[],
): Promise<Map<number, number[]>> => {
  if (personIds.length === 0) return new Map()
  const rows = await runner.rows<ExactMatches>(exactMatchesSql(db.tenantId, personIds))
  return new Map(rows.map(({ personId, contactIds }) => [personId, contactIds]))
}

/**
 * Plans one person: Existing with the only contact that is exactly the same, New if no contact may be the same and the request
 * takes in such people, else it stays open.
 */
export const planPerson = async (
  scope: Scope,
  person: Contact,
  exact: readonly number[],
  takesInOthers: boolean,
  runner: SqlRunner = scope.db,
): Promise<UnmatchedMatchOutcome> => {
  const own = { PersonContactId: person.id, Name: person.displayName, ContactId: null, Reason: null, Message: null }
  const [only, ...others] = exact
  if (others.length > 0) return { ...own, Outcome: 'Open', Reason: 'SeveralContacts' }
  if (only !== undefined) return { ...own, Outcome: 'Existing', ContactId: only }
  if (!takesInOthers) return { ...own, Outcome: 'Open', Reason: 'NoExactMatch' }
  const [best] = await findCandidatesOf(scope, runner, person)
  return isSuggested(best)
    ? { ...own, Outcome: 'Open', ContactId: best.contact.id, Reason: 'PossibleDuplicate' }
    : { ...own, Outcome: 'New', ContactId: person.id }
}

/** Returns the response of a request with its counts. */
export const reportOf = ({ outcomes, next }: BulkPlan): UnmatchedMatchReport => {
  const count = (outcome: UnmatchedMatchOutcome['Outcome']) =>
    outcomes.filter(({ Outcome }) => Outcome === outcome).length
  const counts = { ExistingCount: count('Existing'), NewCount: count('New'), OpenCount: count('Open') }
  return { ...counts, Next: next, Results: outcomes }
}
