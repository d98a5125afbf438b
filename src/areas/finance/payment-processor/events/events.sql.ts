import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Deletes events that were received before a time and handled. Returns their number. */
export const deleteOldEventsSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM processor_event WHERE ctid = ANY(ARRAY(SELECT ctid FROM processor_event
      WHERE received_at < ${before}::timestamptz AND handled_at IS NOT NULL ORDER BY received_at LIMIT ${limit}::int))
    RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`

/** Counts the events that wait, with the seconds since the oldest was received. */
export const waitingEventsSql: Sql = Prisma.sql`
  SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(received_at)), 0)::float8 AS seconds
  FROM processor_event WHERE handled_at IS NULL`
