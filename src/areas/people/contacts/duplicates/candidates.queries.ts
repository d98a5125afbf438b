import { createHash } from 'node:crypto'
import { Prisma } from '../../../../generated/prisma/client.ts'
import type { Sql } from '../../../../generated/prisma/internal/prismaNamespace.ts'
import { nameKey, organizationNameKey } from './keys.ts'

/** What duplicates are found by: normalised keys (see keys.ts). */
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

const MOST = 20
const WEIGHTS = { firstName: 5, lastName: 7, email: 10, organizationName: 10 }
const THRESHOLDS = { 1: 20, 2: 10 }

/**
 * The contacts that score at least the threshold, best first, without `except`. Undefined where none can: an
 * individual reaches 20 points only with all of first name, last name and email.
 */
export const candidatesSql = (tenantId: number, identity: Identity, except: number): Sql | undefined => {
  if (!canMatch(identity)) return undefined
  const { systemTypeId, firstNameKey, lastNameKey, organizationNameKey: nameOfOrganization, emailKeys } = identity
  return Prisma.sql`
    WITH by_email AS (
      SELECT DISTINCT contact_id AS id FROM contact_email
      WHERE tenant_id = ${tenantId} AND address_key = ANY(${emailKeys}::text[])
    ), by_name AS (
      SELECT id FROM contact WHERE tenant_id = ${tenantId} AND organization_name_key = ${nameOfOrganization}
        AND deleted_at IS NULL AND system_type_id = 2
    ), compared AS (
      SELECT c.id AS contact_id, c.system_type_id, c.display_name AS name,
        coalesce(c.first_name_key = ${firstNameKey}, false) AS by_first_name,
        coalesce(c.last_name_key = ${lastNameKey}, false) AS by_last_name,
        coalesce(c.organization_name_key = ${nameOfOrganization}, false) AS by_organization_name,
        c.id IN (SELECT id FROM by_email) AS by_email
      FROM contact c
      WHERE c.tenant_id = ${tenantId} AND c.id IN (SELECT id FROM by_email UNION SELECT id FROM by_name)
        AND c.system_type_id = ${systemTypeId} AND c.deleted_at IS NULL AND c.id <> ${except}
    ), scored AS (
      SELECT *, by_first_name::int * ${WEIGHTS.firstName} + by_last_name::int * ${WEIGHTS.lastName}
        + by_organization_name::int * ${WEIGHTS.organizationName} + by_email::int * ${WEIGHTS.email} AS score
      FROM compared
    )
    SELECT * FROM scored WHERE score >= ${THRESHOLDS[systemTypeId]} ORDER BY score DESC, contact_id LIMIT ${MOST}`
}

const canMatch = ({
  systemTypeId,
  firstNameKey,
  lastNameKey,
  organizationNameKey: name,
  emailKeys,
}: Identity): boolean =>
  systemTypeId === 1 ? !!firstNameKey && !!lastNameKey && emailKeys.length > 0 : !!name || emailKeys.length > 0

/**
 * Makes two saves that could be duplicates of each other wait for one another until commit, in a fixed order. Run it
 * ahead of candidatesSql, as a statement of its own: that one then sees what the first of them has committed. The keys
 * are bigints: pairs of ints belong to the change feed.
 */
export const lockIdentitySql = (tenantId: number, identity: Identity): Sql | undefined => {
  if (!canMatch(identity)) return undefined
  const { systemTypeId, firstNameKey, lastNameKey, organizationNameKey: name, emailKeys } = identity
  const texts =
    systemTypeId === 1
      ? emailKeys.map((email) => `person|${firstNameKey}|${lastNameKey}|${email}`)
      : [...(name ? [`organization|${name}`] : []), ...emailKeys.map((email) => `organization|@|${email}`)]
  const locks = texts.map((text) => advisoryKey(`contact|${tenantId}|${text}`)).sort(byValue)
  return Prisma.sql`SELECT count(pg_advisory_xact_lock(key)) FROM unnest(${locks.map(String)}::bigint[]) AS key`
}

const advisoryKey = (text: string): bigint => createHash('sha256').update(text).digest().readBigInt64BE(0)
const byValue = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
