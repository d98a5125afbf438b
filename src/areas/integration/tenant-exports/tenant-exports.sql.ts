import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

export interface ExportLoad {
  running: number
  /** Since the oldest one that is not complete was requested. */
  seconds: number
  failed: number
}

/** Counts the exports that are not complete, and those that have failed and are still listed. */
export const exportLoadSql: Sql = Prisma.sql`
  SELECT count(*)::int AS running, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds,
    (SELECT count(*)::int FROM tenant_export WHERE status = 'Failed') AS failed
  FROM tenant_export WHERE finished_at IS NULL`
