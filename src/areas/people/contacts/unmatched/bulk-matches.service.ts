import type {
  UnmatchedMatchOutcome,
  UnmatchedMatchReport,
  UnmatchedMatchRequestInput,
} from '#contract/people/unmatched'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { lockContacts } from '../records/records.queries.ts'
import { findExact, planMatches, planPerson, reportOf } from './bulk-matches.queries.ts'
import { matchPerson, type PersonMatch } from './unmatched.service.ts'

/** What a request did, and whether a login of a person was deleted. */
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
