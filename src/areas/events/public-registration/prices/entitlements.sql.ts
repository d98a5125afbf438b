import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface AddressOwner {
  key: string
  contactId: number
}

/** The contacts that have one of some email addresses: AddressOwner. */
export const addressOwnersSql = (tenantId: number, keys: readonly string[]): Sql => Prisma.sql`
  SELECT DISTINCT e.address_key AS key, e.contact_id AS "contactId" FROM contact_email e
  JOIN contact c ON c.tenant_id = e.tenant_id AND c.id = e.contact_id AND c.deleted_at IS NULL
  WHERE e.tenant_id = ${tenantId}::int AND e.address_key = ANY (${[...keys]}::text[]) ORDER BY 1, 2`
