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
  SELECT count(*) FILTER (WHERE finished_at IS NULL)::int AS running,
    coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE finished_at IS NULL)), 0)::float8 AS seconds,
    count(*) FILTER (WHERE status = 'Failed')::int AS failed FROM tenant_export`
