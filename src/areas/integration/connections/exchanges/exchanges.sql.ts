import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Selects the tenants of this installation that are open to exchanges: `key`, `name`, `hubKey`. Leaves out the caller's
 * tenant.
 */
export const openTenantsSql = (tenantId: number, text: string, isExact: boolean, max: number): Sql => Prisma.sql`
  SELECT t.key, t.name, t.hub_key AS "hubKey"
  FROM open_tenants(${tenantId}::integer, ${text}::text, ${isExact}::boolean, ${max}::integer) t`
