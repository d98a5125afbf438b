import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Locks a cart, without its contact. */
export const lockCartSql = (tenantId: number, cartId: number): Sql => Prisma.sql`SELECT 1 AS locked FROM store_cart
  WHERE tenant_id = ${tenantId}::int AND id = ${cartId}::bigint FOR UPDATE`
