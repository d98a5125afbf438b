import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The contacts of a person with exactly its name and one of its email addresses. */
export interface ExactMatches {
  personId: number
  /** Ascending. */
  contactIds: number[]
}

/**
 * Finds the contacts of the same kind that have exactly the name and an email address of a person: ExactMatches. Names are
 * compared as by the duplicate rules. A person without such a contact has no row.
 */
export const exactMatchesSql = (tenantId: number, personIds: readonly number[]): Sql => Prisma.sql`
  SELECT p.id AS "personId", array_agg(DISTINCT c.id ORDER BY c.id) AS "contactIds"
  FROM contact p
    JOIN contact_email a ON a.tenant_id = p.tenant_id AND a.contact_id = p.id
    JOIN contact_email b ON b.tenant_id = a.tenant_id AND b.address_key = a.address_key AND b.contact_id <> p.id
    JOIN contact c ON c.tenant_id = b.tenant_id AND c.id = b.contact_id AND c.system_type_id = p.system_type_id
      AND c.deleted_at IS NULL AND NOT c.is_unmatched
  WHERE p.tenant_id = ${tenantId}::integer AND p.id = ANY (${[...personIds]}::integer[])
    AND CASE WHEN p.system_type_id = 1 THEN spelling_form(c.first_name_key) = spelling_form(p.first_name_key)
        AND spelling_form(c.last_name_key) = spelling_form(p.last_name_key)
      ELSE spelling_form(c.organization_name_key) = spelling_form(p.organization_name_key) END
  GROUP BY p.id`
