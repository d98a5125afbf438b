import type { Param } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Tests whether the cart of an event with an id, an expression, reserves what it contains. */
export const isLiveCartSql = (tenantId: Param<number>, id: Sql, now: Param<Date>): Sql => Prisma.sql`EXISTS (
  SELECT FROM event_order c WHERE c.tenant_id = ${tenantId}::int AND c.id = ${id} AND c.state = 'cart'
    AND c.held_until > ${now}::timestamptz)`
