import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Sets the tenant that functions of the database work for, until the end of the transaction. */
export const setTenantSql = (tenantId: number): Sql =>
  Prisma.sql`SELECT set_config('guildhall.tenant', ${String(tenantId)}, true)`
