import { Prisma } from '#prisma/client'

/**
 * The statement that gives up deliveries whose record was never read, with an attempt that says why. It is no fault of
 * the receiver: nothing is held against its webhook.
 *
 * @param which of the deliveries `d` that are preparing.
 */
export const failUnprepared = (which: Prisma.Sql, error: string, now: Date): Prisma.Sql => Prisma.sql`
  WITH failed AS (
    UPDATE webhook_delivery d SET status = 'failed', failures = failures + 1, settled_at = ${now}::timestamptz
    WHERE d.status = 'preparing' AND ${which} RETURNING tenant_id, webhook_id, id
  ) INSERT INTO webhook_attempt (tenant_id, webhook_id, delivery_id, at, duration_ms, is_success, error)
    SELECT tenant_id, webhook_id, id, ${now}::timestamptz, 0, false, ${error}::text FROM failed ORDER BY id`
