import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { foundContactsSql } from '../contacts.listing.ts'

/**
 * Finds an older contact with the same display name, case-insensitive, by the words of the name. Null if the name has no
 * words.
 */
export const olderNamesakeSql = (
  tenantId: number,
  { id, displayName }: { id: number; displayName: string },
): Sql | null => {
  const found = foundContactsSql(tenantId, displayName)
  return (
    found &&
    Prisma.sql`SELECT c.id FROM (${found}) f JOIN contact c ON c.tenant_id = ${tenantId}::integer AND c.id = f.id
      WHERE c.id < ${id}::integer AND c.deleted_at IS NULL AND lower(c.display_name) = lower(${displayName}::text) LIMIT 1`
  )
}

/** A postal address with the two letters of its country. */
export interface BillingAddress {
  address1: string | null
  address2: string | null
  city: string | null
  stateProvince: string | null
  postalCode: string | null
  countryId: number | null
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null
}

const IS_BILLING = Prisma.sql`(u.type_id = 3 AND u.usage_flag_id IS DISTINCT FROM 3)`

/** The first current address of the type Billing of a contact, else its primary one: a BillingAddress, or no row. */
export const billingAddressSql = shape<{ tenantId: number; contactId: number }>(
  ({ tenantId, contactId }) => Prisma.sql`
  SELECT a.address1, a.address2, a.city, a.state_province AS "stateProvince", a.postal_code AS "postalCode",
    a.country_id AS "countryId", y.alpha2 AS "countryCode"
  FROM contact c
  JOIN contact_address u ON u.tenant_id = c.tenant_id AND u.contact_id = c.id
    AND (${IS_BILLING} OR u.id = c.primary_address_id)
  JOIN address a ON a.tenant_id = u.tenant_id AND a.id = u.address_id
  LEFT JOIN country y ON y.id = a.country_id
  WHERE c.tenant_id = ${tenantId}::int AND c.id = ${contactId}::int
  ORDER BY ${IS_BILLING} DESC, u.id LIMIT 1`,
)
