import { createHash } from 'node:crypto'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ContactRecords } from '../saving/records.ts'
import { nameKey, organizationNameKey } from './keys.ts'

/** What duplicates are found by: normalized keys (see keys.ts). */
export interface Identity {
  systemTypeId: 1 | 2
  firstNameKey: string | null
  lastNameKey: string | null
  organizationNameKey: string | null
  emailKeys: string[]
}

export interface Candidate {
  contact_id: number
  system_type_id: 1 | 2
  name: string
  score: number
  by_first_name: boolean
  by_last_name: boolean
  by_organization_name: boolean
  by_email: boolean
}

export const identityOf = (
  contact: {
    system_type_id: 1 | 2
    first_name: string | null
    last_name: string | null
    common_name: string | null
    organization_name: string | null
  },
  emailKeys: readonly string[],
): Identity => {
  const isPerson = contact.system_type_id === 1
  return {
    systemTypeId: contact.system_type_id,
    firstNameKey: isPerson ? nameKey(contact.first_name ?? contact.common_name) : null,
    lastNameKey: isPerson ? nameKey(contact.last_name) : null,
    organizationNameKey: isPerson ? null : organizationNameKey(contact.organization_name),
    emailKeys: [...new Set(emailKeys)].sort(),
  }
}

/** The identity of a contact as its records say it. */
export const identityOfRecords = ({ entered, emails }: Pick<ContactRecords, 'entered' | 'emails'>): Identity =>
  identityOf(
    entered,
    emails.map(({ address_key }) => address_key),
  )

/**
 * The contacts that may be the same, best first, at most 20, without `except`: a call of contact_candidates, to select
 * from. Undefined where there can be none. With `wait` it first waits, until their commit, for all saves that could be
 * duplicates of this one; use that ahead of writing.
 */
export const candidatesCall = (
  tenantId: number,
  identity: Identity,
  { except = 0, wait = false } = {},
): Sql | undefined => {
  if (!canMatch(identity)) return undefined
  const { systemTypeId, firstNameKey, lastNameKey, organizationNameKey: name, emailKeys } = identity
  const locks = wait ? locksOf(tenantId, identity) : []
  return Prisma.sql`contact_candidates(${locks}::bigint[], ${systemTypeId}::int, ${firstNameKey}::text,
    ${lastNameKey}::text, ${name}::text, ${emailKeys}::text[], ${except}::int)`
}

/** An individual needs all of first name, last name and email to be a duplicate, an organization one of two. */
const canMatch = ({
  systemTypeId,
  firstNameKey,
  lastNameKey,
  organizationNameKey: name,
  emailKeys,
}: Identity): boolean =>
  systemTypeId === 1 ? !!firstNameKey && !!lastNameKey && emailKeys.length > 0 : !!name || emailKeys.length > 0

/** Advisory locks, as bigints in a fixed order: pairs of ints belong to the change feed. */
const locksOf = (tenantId: number, identity: Identity): string[] => {
  const { systemTypeId, firstNameKey, lastNameKey, organizationNameKey: name, emailKeys } = identity
  const texts =
    systemTypeId === 1
      ? emailKeys.map((email) => `person|${firstNameKey}|${lastNameKey}|${email}`)
      : [...(name ? [`organization|${name}`] : []), ...emailKeys.map((email) => `organization|@|${email}`)]
  const keys = texts.map((text) =>
    createHash('sha256').update(`contact|${tenantId}|${text}`).digest().readBigInt64BE(0),
  )
  return keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).map(String)
}
