import type { DuplicateCandidate, DuplicateCheckInput } from '#contract/people/contacts-saving'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { InputFaults } from '#kernel/errors/input-faults'
import { conflict, notFound } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { parseEmail, parseEntered } from '../contacts.input.ts'
import { makeBlankContact } from '../records/columns.model.ts'
import { readRecords } from '../records/records.queries.ts'
import { type Identity, identityOf, identityOfRecords } from './duplicates.model.ts'
import { candidatesSql } from './duplicates.sql.ts'

/**
 * Finds the possible duplicates of a contact, best first, at most 20.
 *
 * @throws 404.
 */
export const findDuplicates = async (scope: Scope, contactId: number): Promise<DuplicateCandidate[]> => {
  const [records] = await readRecords(scope.db, scope, [contactId])
  if (!records || records.isDeleted) throw notFound('contact')
  return findCandidates(scope.db, scope, identityOfRecords(records), { except: contactId })
}

/**
 * Finds the contacts that the save of such an individual or organization would be compared with.
 *
 * @throws 400 for an invalid email address.
 */
export const findDuplicatesOfInput = async (
  scope: Scope,
  input: DuplicateCheckInput,
): Promise<DuplicateCandidate[]> => {
  const faults = new InputFaults()
  const emailKeys = (input.EmailAddresses ?? []).flatMap((text, index) => {
    const email = parseEmail(text)
    if (!email) faults.malformed(`/EmailAddresses/${index}`, 'must be an email address')
    return email ? [email.key] : []
  })
  const { FirstName, LastName, OrganizationName, SystemContactTypeId } = input
  const names = {
    ...parseEntered({ FirstName, LastName }, 1, faults),
    ...parseEntered({ OrganizationName }, 2, faults),
  }
  faults.refuse()
  const entered = { ...makeBlankContact(SystemContactTypeId), ...names }
  return findCandidates(scope.db, scope, identityOf(entered, emailKeys), { except: input.ContactId ?? 0 })
}

/** Finds contacts that may be the same; see candidatesSql. */
export const findCandidates = async (
  runner: SqlRunner,
  { db }: Pick<Scope, 'db'>,
  identity: Identity,
  options: { except: number; wait?: boolean },
): Promise<DuplicateCandidate[]> => {
  const query = candidatesSql(db.tenantId, identity, options)
  return query ? runner.rows<DuplicateCandidate>(query) : []
}

/**
 * Rejects a save that has candidates. Only callers with the right to read contacts see them.
 *
 * @throws 409 possible-duplicate.
 */
export const requireNoDuplicates = (scope: Scope, candidates: readonly DuplicateCandidate[]): void => {
  if (candidates.length === 0) return
  throw conflict(
    'possible-duplicate',
    'A contact that may be the same exists already. Use that contact, or send forceSave true to save this one too.',
    { candidates: hasGrant(scope, 'contacts:read') ? candidates : [] },
  )
}
