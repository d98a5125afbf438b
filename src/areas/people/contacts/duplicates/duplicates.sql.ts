import { hash } from 'node:crypto'
import type { Params } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { canMatch, type Identity, matchTexts } from './duplicates.model.ts'

/** DuplicateCandidate in the contract. The insert of a contact returns these rows too: see insertContactSql. */
const CANDIDATE = Prisma.sql`contact_id AS "ContactId", system_type_id AS "SystemContactTypeId", name AS "Name",
  score AS "Score", array_remove(ARRAY[
    CASE WHEN by_first_name THEN 'FirstName' END, CASE WHEN by_last_name THEN 'LastName' END,
    CASE WHEN by_organization_name THEN 'OrganizationName' END, CASE WHEN by_email THEN 'EmailAddress' END],
    NULL) AS "MatchedFields"`

/**
 * Selects the contacts that may be the same, best first, at most 20, without `except`. Undefined if there can be none.
 * With `wait` it first waits for the commit of all saves that could be duplicates of this one: use that before you write.
 */
export const candidatesSql = (
  tenantId: number,
  identity: Identity,
  options: CandidateOptions = {},
): Sql | undefined => {
  const values = makeCandidateValues(tenantId, identity, options)
  return values && candidateRowsSql(values)
}

interface CandidateOptions {
  except?: number
  wait?: boolean
}

/** The values of candidateRowsSql. */
export interface CandidateValues extends Omit<Identity, 'systemTypeId'> {
  /** The type of the contact, 1 or 2. */
  identityType: number
  /** Keys of advisory locks to wait for. */
  locks: string[]
  except: number
}

/** Returns the values for the fragment; undefined if the identity can have no duplicates. */
export const makeCandidateValues = (
  tenantId: number,
  identity: Identity,
  { except = 0, wait = false }: CandidateOptions,
): CandidateValues | undefined => {
  if (!canMatch(identity)) return undefined
  const { systemTypeId: identityType, ...keys } = identity
  return { ...keys, identityType, locks: wait ? lockKeys(tenantId, identity) : [], except }
}

/** Returns the fragment of candidatesSql, for shapes. */
export const candidateRowsSql = (values: Params<CandidateValues>): Sql => {
  const { locks, identityType, firstNameKey, lastNameKey, organizationNameKey, emailKeys, except } = values
  return Prisma.sql`SELECT ${CANDIDATE} FROM contact_candidates(${locks}::bigint[], ${identityType}::int,
    ${firstNameKey}::text, ${lastNameKey}::text, ${organizationNameKey}::text, ${emailKeys}::text[], ${except}::int)`
}

/** Returns keys of advisory locks, in a fixed order. They are bigints, because the change feed uses pairs of ints. */
const lockKeys = (tenantId: number, identity: Identity): string[] => {
  const keys = matchTexts(identity).map((text) =>
    hash('sha256', `contact|${tenantId}|${text}`, 'buffer').readBigInt64BE(0),
  )
  return keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).map(String)
}
