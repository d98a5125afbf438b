import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Locks approved sponsors whose last day is before today, in the order of their ids: `id`. */
export const lockOverSql = (tenantId: number, today: string, limit: number): Sql => Prisma.sql`
  SELECT id FROM sponsor WHERE tenant_id = ${tenantId}::integer AND status_id = 2 AND deleted_at IS NULL
    AND ends_on < ${today}::date
  ORDER BY ends_on, id LIMIT ${limit}::integer FOR NO KEY UPDATE`
