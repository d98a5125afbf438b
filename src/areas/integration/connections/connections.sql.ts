import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A connection that has something to send. */
export interface WaitingConnection {
  tenantId: number
  id: number
}

/** Selects a page of the connections with something to send, in the order of their keys. */
export const waitingConnectionsSql = (after: WaitingConnection | undefined, limit: number): Sql => Prisma.sql`
  SELECT tenant_id AS "tenantId", id FROM connection
  WHERE has_work AND (tenant_id, id) > (${after?.tenantId ?? 0}::integer, ${after?.id ?? 0}::integer)
  ORDER BY tenant_id, id LIMIT ${limit}::integer`

/** Counts the connections of all tenants with something to send. */
export const countWaitingSql = Prisma.sql`SELECT count(*)::integer AS value FROM connection WHERE has_work`

/** Counts the connections of all tenants whose receiver refuses messages. */
export const countFailedSql = Prisma.sql`
  SELECT count(*)::integer AS value FROM connection WHERE status = 'Failed' AND deleted_at IS NULL`

/** Deletes receipts from before a time. Returns their number. */
export const deleteReceiptsSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM exchange_receipt WHERE ctid = ANY (ARRAY (SELECT ctid FROM exchange_receipt
      WHERE received_at < ${before}::timestamptz ORDER BY received_at LIMIT ${limit}::integer))
    RETURNING 1
  ) SELECT count(*)::integer AS count FROM deleted`
