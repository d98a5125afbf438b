import { shape } from '#kernel/database/shape'
import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Selects the events of tenants that take part in the sync or belong to the registry. One subquery with both conditions is
 * looked up for each event; with two, PostgreSQL reads all tenants into a hash table.
 */
export const eventsOfSyncSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT e.tenant_id AS "tenantId", e.id, e.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS e (tenant_id, id, kind)
    WHERE EXISTS (SELECT FROM association_member m WHERE m.tenant_id = e.tenant_id
      UNION ALL SELECT FROM tenant t WHERE t.id = e.tenant_id
        AND (t.natreg_is_state_association OR t.is_real_estate_edition))`
}

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
