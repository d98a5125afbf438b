import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { MIGRATION_LOCK } from '#services/migrations/migrations'

/**
 * Tries to lock the templates of a tenant until the transaction ends. The lock of migrations is shared, so that updates of
 * several tenants run at once, and none while a migration changes the tables.
 */
export const tryLockTemplatesSql = (tenantId: number): Sql => Prisma.sql`
  SELECT pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK})
    AND pg_try_advisory_xact_lock(hashtextextended(${`${tenantId}:built-in templates`}::text, 0)) AS "isLocked"`
