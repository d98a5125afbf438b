import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Expressions for JSON that PostgreSQL makes and that is passed on as text. */

/** Writes a moment as RFC 3339 in UTC with milliseconds; null stays null. */
export const instantJson = (value: Sql): Sql =>
  Prisma.sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Writes a day as RFC 3339 where the documents want a date-time: its midnight in UTC; null stays null. */
export const midnightJson = (value: Sql): Sql => Prisma.sql`to_char(${value}, 'YYYY-MM-DD"T00:00:00Z"')`

/** Lists the rows of a select as an array of objects with the columns' names, in the select's order; never null. */
export const listJson = (select: Sql): Sql => Prisma.sql`(SELECT coalesce(json_agg(r), '[]'::json) FROM (${select}) r)`
