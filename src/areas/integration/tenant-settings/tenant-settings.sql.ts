import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Locks the row of the tenant. Does not wait for transactions that reference it. */
export const lockTenantSql = (tenantId: number): Sql =>
  Prisma.sql`SELECT id FROM tenant WHERE id = ${tenantId}::integer FOR NO KEY UPDATE`
