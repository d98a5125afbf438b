import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A body with this text contains a record, or null for a record that is deleted. */
export const RECORD_MEMBER = '"Record":'

/** The event kinds of deliveries with a record; without a body, the record is still to be read. */
export const kindsWithRecordSql = (tenantId: number, webhookId: number, which: Sql): Sql => Prisma.sql`
  SELECT DISTINCT kind FROM webhook_delivery
  WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} AND ${which}
    AND (body IS NULL OR position(${RECORD_MEMBER}::text IN body) > 0)`
