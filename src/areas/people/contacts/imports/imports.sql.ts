import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The names of a row or a contact, which say who it is. */
export interface Party {
  /** Undefined for a row that does not say it. */
  systemTypeId: 1 | 2 | undefined
  firstName: string | null
  middleName: string | null
  lastName: string | null
  suffix: string | null
  commonName: string | null
  organizationName: string | null
}

/** A contact with one of the wanted values. */
export interface KeyMatch extends Party {
  key: string
  id: number
  systemTypeId: 1 | 2
}

const PARTY = Prisma.sql`c.id, c.system_type_id AS "systemTypeId", c.first_name AS "firstName", c.middle_name AS "middleName",
  c.last_name AS "lastName", c.suffix, c.common_name AS "commonName", c.organization_name AS "organizationName"`

/** Selects the contacts with these values of a key, without deleted ones. */
export const emailMatchesSql = (tenantId: number, keys: readonly string[]): Sql => Prisma.sql`
  SELECT DISTINCT e.address_key AS key, ${PARTY}
  FROM contact_email e JOIN contact c ON c.tenant_id = e.tenant_id AND c.id = e.contact_id
  WHERE e.tenant_id = ${tenantId}::integer AND e.address_key = ANY (${[...keys]}::text[])
    AND c.deleted_at IS NULL AND NOT c.is_unmatched`

export const accountMatchesSql = (tenantId: number, keys: readonly string[]): Sql => Prisma.sql`
  SELECT c.account_number AS key, ${PARTY} FROM contact c
  WHERE c.tenant_id = ${tenantId}::integer AND c.account_number = ANY (${[...keys]}::text[])
    AND c.deleted_at IS NULL AND NOT c.is_unmatched`

export const idMatchesSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT c.id::text AS key, ${PARTY} FROM contact c
  WHERE c.tenant_id = ${tenantId}::integer AND c.id = ANY (${[...ids]}::integer[])
    AND c.deleted_at IS NULL AND NOT c.is_unmatched`

/** Selects the organizations with these forms of names, the oldest of each. */
export const organizationsByNameSql = (tenantId: number, forms: readonly string[]): Sql => Prisma.sql`
  SELECT o.form AS key, min(c.id) AS id FROM organizations_by_spelling(${tenantId}::integer, ${[...forms]}::text[]) o
    JOIN contact c ON c.tenant_id = ${tenantId}::integer AND c.id = o.contact_id
  WHERE c.deleted_at IS NULL AND NOT c.is_unmatched
  GROUP BY 1`

/**
 * Selects the organizations with these forms of names that have nothing but their name, the oldest of each: an import has
 * created them as employers.
 */
export const bareOrganizationsSql = (tenantId: number, forms: readonly string[]): Sql => Prisma.sql`
  SELECT o.form AS key, min(c.id) AS id FROM organizations_by_spelling(${tenantId}::integer, ${[...forms]}::text[]) o
    JOIN contact c ON c.tenant_id = ${tenantId}::integer AND c.id = o.contact_id
  WHERE c.deleted_at IS NULL AND NOT c.is_unmatched
    AND c.audit_id = 1 AND c.account_number IS NULL AND c.primary_email_id IS NULL AND c.primary_phone_id IS NULL
    AND c.primary_website_id IS NULL AND c.primary_address_id IS NULL AND NOT c.has_membership
  GROUP BY 1`
