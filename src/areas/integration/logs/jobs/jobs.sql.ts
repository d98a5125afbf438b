import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Selects what became of a request to run a job again: `retried`, `missing`, or `not-failed`. */
export const retryJobSql = (tenantId: number, jobId: number): Sql => Prisma.sql`
  SELECT retry_job(${tenantId}::integer, ${jobId}::bigint) AS result`
