import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The version with which the tenant's own topic of a screen was last deleted, as a row `{ last }`; 0 if none was. */
export const lastDeletedVersionSql = (tenantId: number, keyFolded: string): Sql => Prisma.sql`
  SELECT coalesce(max(audit_id), 0)::int AS last FROM audit_entry
  WHERE tenant_id = ${tenantId}::int AND entity = 'helptopic' AND action = 'deleted'
    AND lower(changes->>'screenKey') = ${keyFolded}::text`
