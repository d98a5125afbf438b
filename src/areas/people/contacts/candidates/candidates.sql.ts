import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The columns of FoundContact: what a contact has in common with the entered party. */
const COLUMNS = Prisma.sql`c.id, c.display_name AS name, c.first_name AS "firstName", c.last_name AS "lastName",
  c.common_name AS "commonName", c.organization_name AS "organizationName", c.primary_organization_name AS employer,
  c.email_address AS "emailAddress", c.phone, c.city, c.state_province AS "stateProvince"`

/** Keys by which contacts are looked up. */
export interface SearchedKeys {
  tenantId: number
  emailKeys: readonly string[]
  /** A tsquery for the whole phone number; null for none. */
  phoneQuery: string | null
}

/** The person's names as keys, with the other forms of the first name. */
export interface SearchedPerson extends SearchedKeys {
  first: string
  firstForms: readonly string[]
  last: string
  /** The first letters of the last name, and the text after all that begin with them. */
  lastFrom: string
  lastTo: string
}

/** The keys of an organization: a range of names, and a query for its distinctive words. */
export interface SearchedOrganization extends SearchedKeys {
  nameFrom: string
  nameTo: string
  wordQuery: string | null
}

/** Returns contacts with the email address or the phone number. */
const foundByDetailsSql = ({
  tenantId,
  emailKeys,
  phoneQuery,
}: SearchedKeys): Sql => Prisma.sql`by_email AS MATERIALIZED (
    SELECT DISTINCT e.contact_id AS id FROM contact_email e
    WHERE e.tenant_id = ${tenantId}::integer AND e.address_key = ANY (${[...emailKeys]}::text[])
  ), by_phone AS MATERIALIZED (
    SELECT s.id FROM contact_search(${tenantId}::integer, ${phoneQuery}::text::tsquery) s
  )`

const FLAGS = Prisma.sql`c.id IN (SELECT b.id FROM by_email b) AS "hasEmail", c.id IN (SELECT b.id FROM by_phone b) AS "hasPhone"`

/**
 * Selects the individuals that may be meant: FoundContact. Each has the email address or the phone number, or one of the names
 * and a similar other one; a name is similar here if its beginning or its end is the same.
 */
export const similarPersonsSql = (v: SearchedPerson): Sql => Prisma.sql`
  WITH ${foundByDetailsSql(v)}, alike AS (
    SELECT b.id FROM by_email b UNION SELECT b.id FROM by_phone b
    UNION SELECT c.id FROM contact c WHERE c.tenant_id = ${v.tenantId}::integer AND c.deleted_at IS NULL
      AND c.system_type_id = 1 AND c.last_name_key = ${v.last}::text
      AND (left(c.first_name_key, 1) = left(${v.first}::text, 1) OR right(c.first_name_key, 2) = right(${v.first}::text, 2)
        OR c.first_name_key = ANY (${[...v.firstForms]}::text[]) OR c.common_name IS NOT NULL)
    UNION SELECT c.id FROM contact c WHERE c.tenant_id = ${v.tenantId}::integer AND c.deleted_at IS NULL
      AND c.system_type_id = 1 AND c.last_name_key >= ${v.lastFrom}::text AND c.last_name_key < ${v.lastTo}::text
      AND c.first_name_key = ANY (${[v.first, ...v.firstForms]}::text[])
    UNION SELECT c.id FROM contact c WHERE c.tenant_id = ${v.tenantId}::integer AND c.deleted_at IS NULL
      AND c.system_type_id = 1 AND c.last_name_key = ${v.first}::text
      AND left(c.first_name_key, 1) = left(${v.last}::text, 1)
    UNION SELECT c.id FROM contact c WHERE c.tenant_id = ${v.tenantId}::integer AND c.deleted_at IS NULL
      AND c.system_type_id = 1 AND c.first_name_key = ${v.first}::text
      AND right(c.last_name_key, 2) = right(${v.last}::text, 2)
  )
  SELECT ${COLUMNS}, ${FLAGS} FROM alike a JOIN contact c ON c.tenant_id = ${v.tenantId}::integer AND c.id = a.id
  WHERE c.system_type_id = 1 AND c.deleted_at IS NULL AND NOT c.is_unmatched`

/** Selects the organizations that may be meant: FoundContact. Each has the address or the number, or a word or beginning in common. */
export const similarOrganizationsSql = (v: SearchedOrganization): Sql => Prisma.sql`
  WITH ${foundByDetailsSql(v)}, alike AS (
    SELECT b.id FROM by_email b UNION SELECT b.id FROM by_phone b
    UNION SELECT c.id FROM contact c WHERE c.tenant_id = ${v.tenantId}::integer AND c.deleted_at IS NULL
      AND c.system_type_id = 2 AND c.organization_name_key >= ${v.nameFrom}::text
      AND c.organization_name_key < ${v.nameTo}::text
    UNION SELECT s.id FROM contact_search(${v.tenantId}::integer, ${v.wordQuery}::text::tsquery) s WHERE s.system_type_id = 2
  )
  SELECT ${COLUMNS}, ${FLAGS} FROM alike a JOIN contact c ON c.tenant_id = ${v.tenantId}::integer AND c.id = a.id
  WHERE c.system_type_id = 2 AND c.deleted_at IS NULL AND NOT c.is_unmatched`
