import { shape } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A change of the feed. */
export interface FeedRow {
  at: string
  id: number
  transactionId: string
  changeType: string
  origin: string
  contact: object
}

interface FeedRequest {
  since: string
  afterId: string
  excluded: string | null
  wanted: number
}

/** The changes after a position: see association_changes in the migrations. */
export const feedSql = shape<FeedRequest>(
  ({ since, afterId, excluded, wanted }) => Prisma.sql`
  SELECT at, id, transaction_id AS "transactionId", change_type AS "changeType", origin, contact
  FROM association_changes(${since}::timestamptz, ${afterId}::bigint, ${excluded}::text, ${wanted}::integer)`,
)

/** Deletes rows of a table before a time. Returns their number. */
export const deleteBeforeSql = (
  table: 'association_change' | 'association_transaction',
  before: Date,
  limit: number,
): Sql => {
  const column = table === 'association_change' ? 'modified_at' : 'received_at'
  const from = Prisma.raw(table)
  const at = Prisma.raw(column)
  return Prisma.sql`WITH deleted AS (
      DELETE FROM ${from} WHERE ctid = ANY (ARRAY (
        SELECT ctid FROM ${from} WHERE ${at} < ${before}::timestamptz ORDER BY ${at} LIMIT ${limit}::int)) RETURNING 1
    ) SELECT count(*)::int AS count FROM deleted`
}
