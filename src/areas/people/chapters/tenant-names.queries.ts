import type { SqlRunner } from '#kernel/database/sql-runner'
import { Prisma } from '#prisma/client'

/**
 * Finds the name of the tenant with this key; null if there is none. It is the only information about other tenants that
 * a request can read. A function of the database returns it, so that row-level security has no exception.
 *
 * @param tenantId the tenant of the caller.
 */
export const findTenantName = async (tx: SqlRunner, tenantId: number, key: string): Promise<string | null> => {
  const [row] = await tx.rows<{ name: string | null }>(
    Prisma.sql`SELECT tenant_name_of(${tenantId}::integer, ${key}::text) AS name`,
  )
  return row?.name ?? null
}
