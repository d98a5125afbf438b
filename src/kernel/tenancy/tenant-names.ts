import { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'

/**
 * The name of the tenant with this key, whichever it is; null where there is none. The one thing that a request may ask
 * about other tenants: the database answers it by a function of its own, and the wall stays whole.
 */
export const findTenantName = async (tx: SqlRunner, key: string): Promise<string | null> => {
  const [row] = await tx.rows<{ name: string | null }>(Prisma.sql`SELECT tenant_name_of(${key}::text) AS name`)
  return row?.name ?? null
}
