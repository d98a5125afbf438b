import type {
  UnmatchedMatchOutcome,
  UnmatchedMatchReport,
  UnmatchedMatchRequestInput,
  UnmatchedPersonMatchInput,
  UnmatchedPersonMatchResult,
} from '#contract/people/unmatched'
import { conflict, notFound, Problem } from '#kernel/errors/problem'
import { unknownReference } from '#kernel/records/references'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isSuggested, presentCandidates } from '../candidates/candidates.queries.ts'
import { lockFollowers } from '../merges/merge-followers.service.ts'
import { mergeLockedContacts } from '../merges/merges.service.ts'
import { type LockedContact, lockContacts } from '../records/records.queries.ts'
import { listRegistrant } from '../registrants.service.ts'
import { findCandidatesOf, findExact, planMatches, planPerson, reportOf } from './unmatched.queries.ts'

/** A match, and the login of the person if it was deleted: the contact has one. */
export interface PersonMatch {
  result: UnmatchedPersonMatchResult
  deletedLoginId: number | null
}

/**
 * Takes a person into the contacts, or merges it into one. Of two matches of one person, the second is refused.
 *
 * @throws 404; 409 already-matched, possible-duplicate, stale-audit-id, synchronized; 412; 422 unknown-reference and those of merges.
 */
export const matchUnmatchedPerson = (
  scope: Scope,
  personId: number,
  input: UnmatchedPersonMatchInput,
  expected: ExpectedVersion,
): Promise<PersonMatch> =>
  scope.db.transaction(async (tx) => {
    const chosenId = input.MatchType === 'Existing' ? (input.ContactId ?? 0) : null
    const locked = await lockContacts(tx, scope, chosenId === null ? [personId] : [personId, chosenId])
    const person = await requirePerson(scope, tx, personId, locked)
    requireVersion(person.auditId, expected)
    const contact = chosenId === null ? null : requireContact(person, chosenId, locked)
    if (!contact && !input.ForceSave) await requireNoCandidate(scope, tx, person)
    return matchPerson(scope, tx, person, contact)
  })

/** Matches a locked person with a locked contact of the same kind; null takes it into the contacts. */
export const matchPerson = async (
  scope: Scope,
  tx: Transaction,
  person: LockedContact,
  contact: LockedContact | null,
): Promise<PersonMatch> => {
  const follow = await lockFollowers(scope, tx, person.id)
  const merged = contact ? await mergeLockedContacts(scope, tx, contact, person) : null
  if (!merged) await listRegistrant(scope, tx, person.id)
  await follow(person, contact ?? person)
  const { id } = contact ?? person
  const where = { tenantId: scope.db.tenantId, id }
  const { auditId } = await tx.contact.findFirstOrThrow({ where, select: { auditId: true } })
  const result: UnmatchedPersonMatchResult = {
    ContactId: id,
    AuditId: auditId,
    MatchType: contact ? 'Existing' : 'New',
    PersonContactId: person.id,
    Moved: merged?.moved ?? [],
  }
  return { result, deletedLoginId: merged?.deletedLoginId ?? null }
}

const requirePerson = async (
  scope: Scope,
  tx: Transaction,
  personId: number,
  locked: readonly LockedContact[],
): Promise<LockedContact> => {
  const person = locked.find(({ id }) => id === personId)
  if (person?.isUnmatched && !person.isDeleted) return person
  const where = { tenantId: scope.db.tenantId, id: personId }
  const found = person?.isDeleted ? await tx.contact.findFirst({ where, select: { mergedIntoId: true } }) : null
  const contactId = person?.isDeleted ? found?.mergedIntoId : person?.id
  if (!contactId) throw notFound('unmatched person')
  throw conflict('already-matched', 'The person is a contact already. Read the contact.', { ContactId: contactId })
}

const requireContact = (person: LockedContact, contactId: number, locked: readonly LockedContact[]): LockedContact => {
  const found = locked.find(({ id }) => id === contactId)
  if (found?.systemTypeId === person.systemTypeId && !found.isDeleted && !found.isUnmatched) return found
  throw unknownReference('/ContactId', person.systemTypeId === 1 ? 'individual' : 'organization')
}

const requireNoCandidate = async (scope: Scope, tx: Transaction, { id }: LockedContact): Promise<void> => {
  const row = await tx.contact.findFirstOrThrow({ where: { tenantId: scope.db.tenantId, id } })
  const likely = (await findCandidatesOf(scope, tx, row)).filter(isSuggested)
  if (likely.length === 0) return
  throw conflict(
    'possible-duplicate',
    'A contact that may be the same exists already. Send Existing with that contact, or New with ForceSave true.',
    { candidates: hasGrant(scope, 'contacts:read') ? presentCandidates(likely) : [] },
  )
}

/** The report of a request, and whether a login of a person was deleted. */
export interface BulkMatches {
  report: UnmatchedMatchReport
  hasDeletedLogin: boolean
}

/**
 * Performs what planMatches plans, each person in a transaction of its own: a request that ends early has matched some
 * people completely and the others not. One that cannot be matched stays open.
 */
export const matchPeople = async (scope: Scope, request: UnmatchedMatchRequestInput): Promise<BulkMatches> => {
  const { outcomes, next } = await planMatches(scope, request)
  const performed: Performed[] = []
  for (const planned of outcomes)
    performed.push(
      planned.Outcome === 'Open'
        ? { outcome: planned, match: null }
        : await performOne(scope, planned, request.TakesInOthers ?? false),
    )
  return {
    report: reportOf({ outcomes: performed.map(({ outcome }) => outcome), next }),
    hasDeletedLogin: performed.some(({ match }) => Boolean(match?.deletedLoginId)),
  }
}

interface Performed {
  outcome: UnmatchedMatchOutcome
  match: PersonMatch | null
}

const performOne = async (scope: Scope, planned: UnmatchedMatchOutcome, takesInOthers: boolean): Promise<Performed> => {
  try {
    return await scope.db.transaction((tx) => settlePerson(scope, tx, planned.PersonContactId, takesInOthers))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const refused = { Outcome: 'Open', ContactId: null, Reason: 'Refused', Message: error.message } as const
    return { outcome: { ...planned, ...refused }, match: null }
  }
}

/**
 * Matches one person by the rule of many at once: with the only contact that is exactly the same; with `takesInOthers` a person
 * that no contact resembles becomes a contact. Plans again after the locks. Does nothing to a person that is matched already.
 */
export const settlePerson = async (
  scope: Scope,
  tx: Transaction,
  personId: number,
  takesInOthers: boolean,
): Promise<Performed> => {
  const exact = (await findExact(scope, tx, [personId])).get(personId) ?? []
  const locked = await lockContacts(tx, scope, [personId, ...exact])
  const row = await tx.contact.findFirst({ where: { tenantId: scope.db.tenantId, id: personId } })
  const person = locked.find(({ id, isUnmatched, isDeleted }) => id === personId && isUnmatched && !isDeleted)
  if (!row || !person) {
    const own = { PersonContactId: personId, Name: row?.displayName ?? '', ContactId: null, Message: null }
    return { outcome: { ...own, Outcome: 'Open', Reason: 'AlreadyMatched' }, match: null }
  }
  const found = (await findExact(scope, tx, [personId])).get(personId) ?? []
  const outcome = await planPerson(scope, row, found, takesInOthers, tx)
  if (outcome.Outcome === 'Open') return { outcome, match: null }
  if (outcome.Outcome === 'New') return { outcome, match: await matchPerson(scope, tx, person, null) }
  const contact = locked.find(({ id }) => id === outcome.ContactId)
  // Another contact became the same one since: the next request finds it.
  if (!contact)
    return { outcome: { ...outcome, Outcome: 'Open', ContactId: null, Reason: 'NoExactMatch' }, match: null }
  return { outcome, match: await matchPerson(scope, tx, person, contact) }
}
