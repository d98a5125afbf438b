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
