import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { levelNameSql } from './log-events-sql.ts'

/** The visible events of a type and severity on a day. */
export interface CountOfType {
  type: string
  level: string
  n: number
}

/** Selects the numbers of visible events of some types on the day (UTC) of an instant: CountOfType. */
export const countsOfDaySql = (tenantId: number, types: readonly string[], at: Date): Sql => Prisma.sql`
  SELECT c.log_type AS type, ${levelNameSql(Prisma.sql`c.level`)} AS level, sum(c.n)::integer AS n FROM log_count c
  WHERE c.tenant_id = ${tenantId}::integer AND c.day = (${at}::timestamptz AT TIME ZONE 'UTC')::date
    AND c.log_type = ANY (${[...types]}::text[]) GROUP BY c.log_type, c.level`

/** Returns a row if the log has a visible event with a tag since an instant. */
export const recentFailureSql = (
  tenantId: number,
  { type, level, tag, since }: { type: string; level: number; tag: string; since: Date },
): Sql => Prisma.sql`
  SELECT 1 AS found FROM log_event WHERE tenant_id = ${tenantId}::integer AND log_type = ${type}::text
    AND level = ${level}::smallint AND occurred_at >= ${since}::timestamptz AND hidden_at IS NULL
    AND ${tag}::text = ANY (tags) LIMIT 1`
