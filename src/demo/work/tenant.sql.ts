import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Sets the tenant that functions of the database work for, until the end of the transaction. */
export const setTenantSql = (tenantId: number): Sql =>
  Prisma.sql`SELECT set_config('guildhall.tenant', ${String(tenantId)}, true)`

/** Locks a setting until the end of the transaction, and returns its value. */
export const lockMarkSql = (key: string): Sql => Prisma.sql`SELECT value FROM setting WHERE key = ${key} FOR UPDATE`
