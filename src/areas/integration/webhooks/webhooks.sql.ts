import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Counts deliveries of the webhook `w`. There is an index for each of these lists of statuses. */
const countSql = (statuses: string): Sql => Prisma.sql`(SELECT count(*)::int FROM webhook_delivery d
  WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.status IN (${Prisma.raw(statuses)}) AND NOT d.is_test)`

export const deliveryCountsSql = (tenantId: number, webhookId: number): Sql => Prisma.sql`
  SELECT ${countSql(`'waiting', 'sending'`)} + ${countSql(`'held', 'preparing'`)} AS waiting,
    ${countSql(`'failed'`)} AS failed
  FROM webhook w WHERE w.tenant_id = ${tenantId} AND w.id = ${webhookId}`

/** Deletes the expired secrets of a webhook, and the oldest above the limit. */
export const pruneSecretsSql = (
  tenantId: number,
  webhookId: number,
  { now, limit }: { now: Date; limit: number },
): Sql => Prisma.sql`
  DELETE FROM webhook_secret WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId}
    AND (expires_at <= ${now}::timestamptz OR id NOT IN (SELECT id FROM webhook_secret
      WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} ORDER BY id DESC LIMIT ${limit}))`
