import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Locks types or levels in the order of their ids: `id`, `isActive`. */
export const lockActiveSql = (table: string, tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT id, is_active AS "isActive" FROM ${Prisma.raw(table)}
  WHERE tenant_id = ${tenantId}::integer AND id = ANY (${[...ids]}::integer[]) ORDER BY id FOR SHARE`
