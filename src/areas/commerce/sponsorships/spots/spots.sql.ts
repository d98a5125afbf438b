import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Takes the counts off the spots of a page or location that is deleted. They stay counts of their ads. */
export const detachCountsSql = (tenantId: number, owner: { pageId: number } | { locationId: number }): Sql =>
  Prisma.sql`UPDATE ad_count SET spot_id = NULL WHERE tenant_id = ${tenantId}::integer AND spot_id IN (
    SELECT s.id FROM ad_spot s WHERE s.tenant_id = ${tenantId}::integer AND ${
      'pageId' in owner
        ? Prisma.sql`s.page_id = ${owner.pageId}::integer`
        : Prisma.sql`s.location_id = ${owner.locationId}::integer`
    })`
